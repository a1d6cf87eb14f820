import type { Area, Finding } from './finding.ts';

/** The findings as lines of one table, one block per area, and a summary line. */
export function report(areas: readonly Area[]): string[] {
  const rows = areas.flatMap(({ name, looked, findings }) => [
    [name, looked, summary(findings)],
    ...findings.map(({ level, what, is, means }) => [`  ${what}`, is, level === 'advice' ? `advice: ${means}` : means]),
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    ...rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    '',
    verdict(areas.flatMap(({ findings }) => findings)),
  ];
}

function summary(findings: readonly Finding[]): string {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  return faults > 0 ? counted(faults, 'fault') : findings.length > 0 ? 'good, with advice' : 'good';
}

function verdict(findings: readonly Finding[]): string {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  if (faults === 0) return 'The portal can work with this CRM.';
  return `${counted(faults, 'fault')}. What is missing, npm run crm:setup can make; what is there is changed in the CRM itself.`;
}

function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
