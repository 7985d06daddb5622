import { integerOf } from '../source-row.ts';

/** A value of tedious with the metadata of its column. */
export type MssqlCell = { value: unknown; metadata?: { type?: { name?: string } } };

const dateTypes: Readonly<Record<string, (iso: string) => string>> = {
  Date: (iso) => iso.slice(0, 10),
  Time: (iso) => iso.slice(11, -1),
  DateTimeOffset: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, -1)}+00:00`,
};

const dateTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, -1)}`;

/** Converts a value of SQL Server: 64-bit integers to number or bigint, dates and times to text in UTC, bytes to `0x…`. */
export function mssqlValue({ value, metadata }: MssqlCell): unknown {
  const type = metadata?.type?.name ?? '';
  if (value instanceof Date) return (dateTypes[type] ?? dateTime)(value.toISOString());
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  // The driver returns 64-bit integers as text.
  const isInteger = type === 'IntN' || type === 'BigInt';
  return isInteger && typeof value === 'string' ? integerOf(value) : value;
}
