import type { BatterySize } from '../../bff/view-models/answers.ts';

export const BATTERY = {
  title: 'In welk formaat batterij bent u geïnteresseerd?',
  label: 'Formaat van de batterij',
  hint: 'Het getal is de opslag in kWh. Twijfelt u? Kies wat u nu denkt; wij kijken met u mee.',
  storage: (label: string) => `Opslag: ${label.replace('kW', ' kWh')}`,
  missing: 'Kies eerst een formaat.',
} as const;

export const BATTERY_PROMPT = 'Kies een batterij';

/** Values and labels of §9, the last number corrected (decision C5). What they call kW is stored energy, in kWh. */
export const BATTERY_LABELS: readonly { value: BatterySize; label: string }[] = [
  { value: '5', label: '5,7kW' },
  { value: '11', label: '11,4kW' },
  { value: '17', label: '17,1kW' },
  { value: '20', label: '22,8kW' },
  { value: '40', label: '45,6kW' },
  { value: '60', label: '68,4kW' },
  { value: '80', label: '91,2kW' },
  { value: '+', label: 'Groter of ander formaat' },
  { value: 'dontknow', label: 'Weet ik niet' },
];
