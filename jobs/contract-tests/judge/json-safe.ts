import { isDate, isUint8Array } from 'node:util/types';
import { maxCellLength } from '../samples.ts';

/** Replaces a sensitive value. */
export const mask = '***';

function cut(text: string): string {
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text;
}

/** A driver's value as JSON: texts are cut, and everything but texts, numbers and booleans becomes text. */
export function toJsonSafe(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (isDate(value)) return dateText(value);
  if (isUint8Array(value)) return cut(`0x${Buffer.from(value).toString('hex')}`);
  return cut(otherText(value));
}

/** Dates of another realm or out of range have no ISO text. */
const dateText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? String(date) : date.toISOString();

/** Formats bigints, and the lists and structs that DuckDB returns. */
function otherText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  );
  return text ?? typeof value;
}

/** Converts a row for samples; a missing value stays null even if values are masked, because it is the finding. */
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
