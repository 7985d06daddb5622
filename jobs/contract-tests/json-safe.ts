import { longestCell } from './samples.ts';

/** What stands for a value that nobody may see. */
export const mask = '***';

function cut(text: string): string {
  return text.length > longestCell ? `${text.slice(0, longestCell)}…` : text;
}

/** A value of a driver as JSON can hold it: texts are cut, and everything that is no text, number or boolean is a text. */
export function toJsonSafe(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return dateText(value);
  if (value instanceof Uint8Array) return cut(`0x${Buffer.from(value).toString('hex')}`);
  return cut(otherText(value));
}

/** Dates of another realm or out of range have no ISO text. */
const dateText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? String(date) : date.toISOString();

/** Bigints, and the lists and structs that DuckDB answers with. */
function otherText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  );
  return text ?? typeof value;
}

/** One row of samples; a missing value stays null even where values are masked, because that is what was found. */
export function toSample(
  row: Readonly<Record<string, unknown>>,
  masked: ReadonlySet<string>,
): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => {
    const safe = toJsonSafe(value);
    return [name, masked.has(name) && safe !== null ? mask : safe] as const;
  });
  return Object.fromEntries(entries);
}
