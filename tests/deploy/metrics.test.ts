import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../bff/http/metrics.ts';

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const rules = read('alerts.yaml');
const namesAfter = (label: string) =>
  [...rules.matchAll(new RegExp(`- ${label}(\\w+)`, 'g'))].map(([, name = '']) => name);
const alerts = namesAfter('alert: ');

/** In an expression, a histogram's name has one of these suffixes. */
const series = (name: string) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`];

/** Metrics about a portal from others: Prometheus itself, the probe of its public address, and recording rules. */
const OF_OTHERS = ['up', 'probe_success', 'probe_ssl_earliest_cert_expiry'];

async function metricNames(): Promise<Set<string>> {
  const metrics = createMetrics();
  metrics.crmCall({
    operation: 'deals.update',
    priority: 'save',
    outcome: 'timeout',
    ms: 1,
    waitedMs: 1,
    asked: 1,
    code: 'TIMEOUT',
    sent: 'unknown',
    credits: 1,
  });
  metrics.watchCredits({ aDay: () => 2, left: () => ({ credits: 1, source: 'estimate' }) });
  metrics.watchSlots(() => ({ slots: 8, inUse: 0, waiting: 0, fullness: 0 }));
  const store = metrics.watchStore();
  store.changed(true);
  metrics.request({ route: '/livez', status: 200, ms: 1 });
  const names = [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  return new Set([...OF_OTHERS, ...namesAfter('record: portal:'), ...names.flatMap(series)]);
}

/** Names before a selector or a range: `crm_calls_total{…}`, `up`, `rate(x[5m])`. */
const namesIn = (expression: string) =>
  [...expression.replaceAll(/\{[^}]*\}|\b(by|without) \([^)]*\)/g, '').matchAll(/\b[a-z]\w*_\w+\b(?!\()|\bup\b/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'histogram_quantile');

describe('deploy: the dashboard and the alerts of an operator', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const expressions = {
    dashboard: panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    alerts: rules
      .split(/- (?:alert|record): /)
      .slice(1)
      .map((rule) => rule.slice(rule.indexOf('expr:'), rule.search(/\n {8}(for|labels):/))),
  };

  test.each(Object.entries(expressions))('every metric of the %s is one that the portal has', async (_, list) => {
    const known = await metricNames();
    const names = list.map(namesIn);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter(({ length }) => length === 0)).toEqual([]);
    expect(names.flat().filter((name) => !known.has(name))).toEqual([]);
  });

  test('the documents list every alert and no other, and say what to do about each', () => {
    const [, section = ''] = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8').split(
      '## Alerts\n',
    );
    const [rows = ''] = section.split('\n## ');
    const described = [...rows.matchAll(/^\| (\w+) \| [^|]{10,} \| [^|]{10,} \|$/gm)].map(([, name]) => name);
    expect(described).toEqual(alerts);
  });

  test('every alert fires in a test of its rule', () => {
    const fired = [...read('alerts.test.yaml').matchAll(/alertname: (\w+)\n +exp_alerts:\n +- /g)].map(
      ([, name]) => name,
    );
    expect(alerts.filter((name) => !fired.includes(name))).toEqual([]);
  });

  test('no other alert mutes an alert about people, because it may have a cause of its own', () => {
    const [, inhibits = ''] = read('alertmanager.yaml').split('inhibit_rules:');
    const muted = [...inhibits.matchAll(/target_matchers: \['alertname=~?"([\w|]+)"'\]/g)].flatMap(([, names = '']) =>
      names.split('|'),
    );
    expect(muted).toEqual(['CrmCallsFail', 'CrmCircuitOpen']);
  });
});
