import { integerOf } from './source-row.ts';

/** A value as tedious gives it, with what it knows of the column. */
export type MssqlCell = { value: unknown; metadata?: { type?: { name?: string } } };

const dateTypes: Readonly<Record<string, (iso: string) => string>> = {
  Date: (iso) => iso.slice(0, 10),
  Time: (iso) => iso.slice(11, -1),
  DateTimeOffset: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, -1)}+00:00`,
};

const dateTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, -1)}`;

/** A value of SQL Server: integers of 64 bits as number or bigint, dates and times as text in UTC, bytes as `0x…`. */
export function mssqlValue({ value, metadata }: MssqlCell): unknown {
  const type = metadata?.type?.name ?? '';
  if (value instanceof Date) return (dateTypes[type] ?? dateTime)(value.toISOString());
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  // The driver reads integers of 64 bits as texts.
  const isInteger = type === 'IntN' || type === 'BigInt';
  return isInteger && typeof value === 'string' ? integerOf(value) : value;
}
