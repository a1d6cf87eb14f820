import { formatMoney } from '../texts/format.ts';

export function Money({ value }: { value: number | null | undefined }) {
  return <span className="money">{formatMoney(value)}</span>;
}
