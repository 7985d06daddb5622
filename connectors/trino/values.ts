import { objectOf, objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { SourceRow } from '../connector.ts';
import { rowInOrder } from '../server/rule-statement.ts';
import { integerOf } from '../source-row.ts';

/** Matches a complete string or number of JSON. */
const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** An integer that a double could round. */
const longInteger = /^-?\d{16,}$/;

/** Quotes long integers in JSON, because JSON.parse would round them. */
export function parseExactly(body: string): unknown {
  const exact = body.replaceAll(textsAndNumbers, (found) =>
    longInteger.test(found) ? `"${found}"` : found,
  );
  return JSON.parse(exact);
}

const integers: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'integer', 'bigint']);

/** Converts a row of an answer. */
export function trinoRow(columns: readonly AnswerObject[], values: unknown): SourceRow {
  const cells: readonly unknown[] = Array.isArray(values) ? values : [];
  const names = columns.map((column) => textOf(column, 'name') ?? '');
  const read = columns.map((column, index) => valueOf(signatureOf(column), cells[index] ?? null));
  return rowInOrder(names, read);
}

function signatureOf(column: AnswerObject): AnswerObject {
  return objectOf(column, 'typeSignature') ?? { rawType: textOf(column, 'type') };
}

/** Trino writes doubles that JSON does not support as `NaN` and `Infinity`, and rows as lists. */
function valueOf(signature: AnswerObject, value: unknown): unknown {
  const rawType = textOf(signature, 'rawType') ?? '';
  const parts = objectsOf(signature, 'arguments');
  if (Array.isArray(value)) {
    if (rawType === 'row')
      return Object.fromEntries(value.map((cell, at) => memberOf(parts[at], cell, at)));
    return value.map((item) => valueOf(objectOf(parts[0], 'value') ?? {}, item));
  }
  if (typeof value !== 'string') return value;
  if (integers.has(rawType)) return integerOf(value);
  return rawType === 'double' || rawType === 'real' ? Number(value) : value;
}

function memberOf(part: AnswerObject | undefined, value: unknown, at: number): [string, unknown] {
  const named = objectOf(part, 'value');
  const name = textOf(objectOf(named, 'fieldName'), 'name') ?? `field${at}`;
  return [name, valueOf(objectOf(named, 'typeSignature') ?? {}, value)];
}
