import { describe, expect, test } from 'vitest';
import type { PeriodFigures } from '../../../bff/view-models/stats.ts';
import { csvOf, periodNamed, periodTables } from '../../../web/admin/stats/period.ts';

const cohort = { offered: 4, open: 1, signed: 1, closed: 0, lost: 1, withdrawn: 1, wonEuros: 20_941.47 };
const figures: PeriodFigures = {
  from: '2026-01-01',
  to: '2026-11-30',
  funnel: { steps: [{ step: 'offered', count: 4 }], openEuros: 1, wonEuros: 2 },
  months: [{ month: '2026-11', ...cohort }],
  sources: [{ source: '=HYPERLINK("http://x";"klik")', deals: 5, ...cohort }],
  losses: [{ reason: 'declined', count: 1, euros: 1234.5 }],
  colleagues: [{ name: '@Tom "T"; Verhoeven', calls: 3, byOutcome: { approve: 2, other: 1 }, overdue: 1 }],
};

describe('§2.9 the figures as CSV', () => {
  test('amounts have a decimal comma, texts are quoted, and no text is a formula', () => {
    const { months, sources, losses, colleagues } = periodTables(figures);
    const csv = csvOf('Cijfers', [months, sources, losses, colleagues]);
    expect(csv.startsWith('\uFEFF"Cijfers"\r\n')).toBe(true);
    expect(csv).toContain('"2026-11";4;1;1;1;1;0,25;20941,47');
    expect(csv).toContain(`"'=HYPERLINK(""http://x"";""klik"")";5;`);
    expect(csv).toContain(`"'@Tom ""T""; Verhoeven";3;`);
    expect(csv).toContain('"Door de klant afgewezen";1;1234,5');
  });

  test.each(['=1+1', '+31 6', '-2', '@SUM', '\t=1', ' =1', '\r=1'])('%j is text to a spreadsheet', (source) => {
    const { sources } = periodTables({ ...figures, sources: [{ source, deals: 1, ...cohort }] });
    expect(csvOf('x', [sources])).toContain(`"'${source}"`);
  });

  test('figures that the CRM did not give are left out; deals won without a signature have a column only if there are any', () => {
    const { losses, months } = periodTables({ ...figures, losses: null });
    expect(csvOf('x', [losses])).toBe('\uFEFF"x"\r\n');
    const labels = (table: typeof months) => table.columns.map(({ label }) => label);
    expect(labels(months)).not.toContain('Gewonnen zonder handtekening');
    const closed = periodTables({ ...figures, months: [{ month: '2026-11', ...cohort, closed: 2 }] });
    expect(labels(closed.months)).toContain('Gewonnen zonder handtekening');
  });
});

test('periods end today or at the end of last month, also around a new year', () => {
  const at = Date.parse('2027-01-15T12:00:00Z');
  expect(periodNamed('month', at)).toEqual({ from: '2027-01-01', to: '2027-01-15' });
  expect(periodNamed('previous', at)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(periodNamed('quarter', at)).toEqual({ from: '2026-11-01', to: '2027-01-15' });
  expect(periodNamed('year', at)).toEqual({ from: '2026-02-01', to: '2027-01-15' });
});
