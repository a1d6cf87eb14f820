import type { PortalFile } from '../site/portal-file.ts';
import { type Installed, isOwnInstallation } from '../view-models/offer.ts';
import { stepsAfterSigning } from '../view-models/step-texts.ts';

/** The Dutch texts of a quote, the same on the page, in the PDF, in the evidence and at the desk. */
export const QUOTE_TEXTS = {
  modules: (count: number) => `${figure(count)} ${count === 1 ? 'batterijmodule' : 'batterijmodules'}`,
  battery: 'Batterij',
  inverter: 'Omvormer',
  pieces: (count: number, name: string) => `${figure(count)} × ${name}`,
  installation: 'Volledige installatie',
  ownInstallation: 'Eigen installatie, met inspectie',
  /** The capacity of modules has one decimal, as in the survey (§9). */
  moduleKwh: (value: number) => `${value.toFixed(1).replace('.', ',')} kWh`,
  kwh: (value: number) => `${figure(Number.isInteger(value) ? value : Number(value.toFixed(1)))} kWh`,
  /** The specification gives this size in kWh, but an inverter has a power, so the power comes first. */
  inverterSize: (value: number) => `vermogen ${figure(value)} kW (${figure(value)} kWh)`,
  discount: 'Korting',
  subsidy: 'Onder voorbehoud van subsidie',
  subsidyMeans:
    'Dit betekent: de bestelling gaat alleen door als de subsidie wordt toegekend. Wordt zij niet toegekend, dan vervalt de bestelling en kost die u niets.',
} as const;

/** A number with a decimal comma: 34,2 and 20. */
function figure(value: number): string {
  return String(value).replace('.', ',');
}

/** The steps after a signature, a line each, for mail and PDF: "Schouw: …". */
export function stepLines({ afterSigning }: Pick<PortalFile, 'afterSigning'>, offer: Installed): string[] {
  return stepsAfterSigning(afterSigning, isOwnInstallation(offer)).map(({ name, text }) => `${name}: ${text}`);
}

/** The next step after a refusal. */
export function afterDeclining(canReconsider: boolean): string {
  return canReconsider ? 'Toch verder? U kunt alsnog akkoord gaan bij uw offerte.' : 'U hoeft niets meer te doen.';
}
