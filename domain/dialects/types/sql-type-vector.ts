import type { ContractProperty } from '../../standards/odcs/contract-model.ts';
import { writeNamedType } from './sql-type-names.ts';
import type { TypeWriter } from './sql-type-names.ts';
import type { SqlTypes } from './sql-types.ts';
import { typeSystems } from './type-systems.ts';

/** Number kinds by the element types of vectors in contracts; other element types are `real`. */
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

/**
 * Dimensions are those of `vector(3)`, or else of the contract; elements those of the contract, or else of
 * `VECTOR(FLOAT, 3)`.
 */
function vectorOf(parameters: readonly string[], property: ContractProperty | undefined): Vector {
  const { dimensions, elementType } = property?.options ?? {};
  const written = parameters.find((text) => /^[1-9]\d*$/.test(text));
  const element = elementType ?? parameters.find((text) => /^[a-z]/i.test(text));
  const kind = element && (elementKinds.get(element.toLowerCase()) ?? 'real');
  return { dimensions: Number(written ?? dimensions), kind };
}

/** True if the platform has a vector type with this number of dimensions. */
const isSized = ({ vector, maxDimensions = Infinity }: SqlTypes, dimensions: number): boolean =>
  vector !== undefined &&
  Number.isInteger(dimensions) &&
  dimensions > 0 &&
  dimensions <= maxDimensions;

/** Describes vectors that the platform has no type for. */
function lackOf({ vector, maxDimensions = Infinity }: SqlTypes, dimensions: number): string {
  if (vector === undefined) return '';
  return dimensions > maxDimensions
    ? ` of more than ${maxDimensions} dimensions`
    : ' without dimensions';
}

/** Writes a vector with its dimensions, or else a list of numbers. */
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
  if (isSized(sql, dimensions)) {
    const sized = (sql.vector ?? '').replace('{d}', String(dimensions));
    return sized.includes('{e}') ? sized.replace('{e}', element(kind ?? 'real')) : sized;
  }
  writer.losses.add(`no vector${lackOf(sql, dimensions)} in ${title}`);
  const list = sql.nested?.array;
  return kind === undefined || list === undefined
    ? sql.logical.vector
    : list.replace('{item}', () => element(kind));
}
