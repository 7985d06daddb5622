import { isObject } from '../../lib/json/json.ts';
import { objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { SourceRow } from '../connector.ts';
import { timestampText } from '../server/epoch-text.ts';
import { integerOf } from '../source-row.ts';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  INTEGER: integerOf,
  INT64: integerOf,
  FLOAT: floatOf,
  FLOAT64: floatOf,
  BOOLEAN: (text) => text === 'true',
  BOOL: (text) => text === 'true',
  // In microseconds, because of `useInt64Timestamp`.
  TIMESTAMP: (text) =>
    /^-?\d+$/.test(text) ? `${timestampText(BigInt(text) * 1000n)}+00:00` : text,
};

function floatOf(text: string): number {
  if (/^[+-]?inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text);
}

/** Converts a row of getQueryResults: `f` contains the cells, `v` the value of a cell. */
export function bigQueryRow(fields: readonly AnswerObject[], row: AnswerObject): SourceRow {
  const cells = objectsOf(row, 'f');
  const named = fields.map((field, index): [string, unknown] => [
    textOf(field, 'name') ?? '',
    valueOf(field, cells[index]?.['v']),
  ]);
  return Object.fromEntries(named);
}

function valueOf(field: AnswerObject, value: unknown): unknown {
  if (field['mode'] !== 'REPEATED') return single(field, value);
  return objectsOf({ items: value }, 'items').map((item) => single(field, item['v']));
}

function single(field: AnswerObject, value: unknown): unknown {
  if (isObject(value)) return bigQueryRow(objectsOf(field, 'fields'), value);
  const reader = readers[textOf(field, 'type') ?? ''];
  if (typeof value === 'string') return reader === undefined ? value : reader(value);
  return value ?? null;
}
