import type { SourceRow } from '../connector.ts';
import { dateText, nanosOf, timestampText, timeText } from '../server/epoch-text.ts';
import { rowInOrder } from '../server/rule-statement.ts';
import { integerOf } from '../source-row.ts';
import type { SnowflakeColumn } from './statement.ts';

type Reader = (text: string, column: SnowflakeColumn) => unknown;

/** Times are seconds since 1970, or since midnight. */
const inNanos =
  (write: (nanos: bigint) => string): Reader =>
  (text) => {
    const nanos = nanosOf(text);
    return nanos === undefined ? text : write(nanos);
  };

/** After the seconds follows the offset of the zone in minutes, plus 1440. */
const inZone: Reader = (text) => {
  const [seconds = '', shifted = '1440'] = text.split(' ');
  const nanos = nanosOf(seconds);
  const minutes = Number(shifted) - 1440;
  if (nanos === undefined || !Number.isInteger(minutes)) return text;
  return `${timestampText(nanos + BigInt(minutes) * 60_000_000_000n)}${offsetText(minutes)}`;
};

function offsetText(minutes: number): string {
  const part = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${part(Math.trunc(size / 60))}:${part(size % 60)}`;
}

const readers: Readonly<Record<string, Reader>> = {
  fixed: (text, { scale }) => (scale === 0 ? integerOf(text) : text),
  real: (text) => numberOrText(text),
  boolean: (text) => /^(?:true|1)$/i.test(text),
  date: (text) => (/^-?\d+$/.test(text) ? dateText(Number(text)) : text),
  time: inNanos(timeText),
  timestamp_ntz: inNanos(timestampText),
  timestamp_ltz: inNanos((nanos) => `${timestampText(nanos)}+00:00`),
  timestamp_tz: inZone,
};

/** Snowflake returns `inf` and `NaN`, which JSON cannot represent as numbers. */
function numberOrText(text: string): number | string {
  const infinite = /^(-?)inf(?:inity)?$/i.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  const number = Number(text);
  return Number.isNaN(number) && !/^nan$/i.test(text) ? text : number;
}

/** Converts a row, in which the SQL API writes every value as text. */
export function snowflakeRow(
  columns: readonly SnowflakeColumn[],
  values: readonly unknown[],
): SourceRow {
  const names = columns.map(({ name }) => name);
  const cells = columns.map((column, index) => {
    const value = values[index] ?? null;
    const reader = readers[column.type];
    return typeof value === 'string' && reader ? reader(value, column) : value;
  });
  return rowInOrder(names, cells);
}
