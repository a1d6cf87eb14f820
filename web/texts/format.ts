/** The only place that knows how numbers and money are written (portal §9). */

const money = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });
const whole = new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 0, maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A value that is no number reads "€0.00": the spec's own text for it (portal §8). */
export function formatMoney(value: unknown) {
  return isFigure(value) ? money.format(value) : '€0.00';
}

export function formatWhole(value: number) {
  return whole.format(value);
}

export function formatOneDecimal(value: number) {
  return oneDecimal.format(value);
}

/** Kilowatt-hours with one decimal, without it when it is nought: 34,2 kWh, 20 kWh. */
export function formatKwh(value: number) {
  return `${Number.isInteger(value) ? whole.format(value) : oneDecimal.format(value)} kWh`;
}
