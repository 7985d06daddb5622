import { dayText } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { bytesText, countText, moneyText } from '../../lib/numbers.ts';

const dayMs = 86_400_000;

/** A plain date: "30 Nov", with the year unless it is this one. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{dayText(new Date(date), useNow(), 'UTC')}</time>;
}

/** The last day of something that ends at this instant: what ends at midnight was there the day before. */
export function LastDay({ end }: { end: string }) {
  const instant = new Date(end);
  const isMidnight = instant.getTime() % dayMs === 0;
  const last = isMidnight ? new Date(instant.getTime() - dayMs) : instant;
  return <time dateTime={end}>{dayText(last, useNow(), 'UTC')}</time>;
}

/** A number with separators. */
export function Count({ value }: { value: number }) {
  return <span className="number">{countText(value)}</span>;
}

/** A size. */
export function Bytes({ value }: { value: number }) {
  return <span className="number">{bytesText(value)}</span>;
}

/** An amount of money. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="number">{moneyText(amount, currency)}</span>;
}
