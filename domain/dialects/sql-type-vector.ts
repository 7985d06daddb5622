import type { ContractProperty } from '../standards/odcs/contract-model.ts';
import { writeNamedType } from './sql-type-names.ts';
import type { TypeWriter } from './sql-type-names.ts';
import { typeSystems } from './type-systems.ts';

/** Kinds of numbers by what contracts call the elements of a vector; others are `real`. */
const elementKinds: ReadonlyMap<string, string> = new Map([
  ['int8', 'tinyint'],
  ['binary', 'tinyint'],
  ['uint8', 'utinyint'],
  ['int', 'integer'],
  ['int32', 'integer'],
  ['float64', 'double'],
  ['double', 'double'],
]);

type Vector = { dimensions: number; kind: string | undefined };

/** `vector(3)`, `VECTOR(FLOAT, 3)`; what the contract says besides comes first. */
function vectorOf(parameters: readonly string[], property: ContractProperty | undefined): Vector {
  const { dimensions, elementType } = property?.options ?? {};
  const written = parameters.find((text) => /^[1-9]\d*$/.test(text));
  const element = elementType ?? parameters.find((text) => /^[a-z]/i.test(text));
  const kind = element && (elementKinds.get(element.toLowerCase()) ?? 'real');
  return { dimensions: Number(written ?? dimensions), kind };
}

/** A vector of so many dimensions, else a list of numbers. */
export function writeVector(
  writer: TypeWriter,
  parameters: readonly string[],
  property: ContractProperty | undefined,
): string {
  const { title, sql } = typeSystems[writer.dialect];
  const { dimensions, kind } = vectorOf(parameters, property);
  const element = (name: string): string =>
    sql.vectorElements?.[name] ??
    writeNamedType(writer, { name, parameters: [], text: name, property: undefined });
  const isTooLong = dimensions > (sql.longestVector ?? Infinity);
  if (sql.vector !== undefined && Number.isInteger(dimensions) && dimensions > 0 && !isTooLong) {
    const sized = sql.vector.replace('{d}', String(dimensions));
    return sized.includes('{e}') ? sized.replace('{e}', element(kind ?? 'real')) : sized;
  }
  const lacking = isTooLong
    ? ` of more than ${sql.longestVector} dimensions`
    : ' without dimensions';
  writer.losses.add(`no vector${sql.vector === undefined ? '' : lacking} in ${title}`);
  const list = sql.nested?.array;
  return kind === undefined || list === undefined
    ? sql.logical.vector
    : list.replace('{item}', () => element(kind));
}
