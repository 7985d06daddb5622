import { parseNativeType } from '../../../../domain/dialects/types/native-type.ts';
import { dimensionsOf, vectorFacts } from '../../shapes/vector-shape.ts';
import type { DdlColumn, Script } from './tables.ts';

/** True for a column of vectors, whatever its type. */
export const isVectorColumn = ({ property: { logicalType, options } }: DdlColumn): boolean =>
  logicalType === 'vector' || options.dimensions !== undefined;

/** The length of a vector, if its type does not contain the length. */
export function openDimensions({ dialect }: Script, column: DdlColumn): number | undefined {
  const { physicalType = '', options } = column.property;
  if (!isVectorColumn(column)) return undefined;
  const dimensions = dimensionsOf(options, parseNativeType(dialect, physicalType));
  const isSaid = /\[\d+\]$|^vector\(/i.test(column.type);
  return isSaid ? undefined : dimensions;
}

/** Types that express the element type of a vector. */
const saidElements: Readonly<Record<string, RegExp>> = {
  int8: /\btinyint|\bint8/i,
  uint8: /\butinyint|\buint8/i,
  int: /\b(?:int|integer|int32)\b/i,
  int32: /\b(?:int|integer|int32)\b/i,
  float: /\b(?:float|real|float32)\b|^vector\(\d+\)$/i,
  float32: /\b(?:float|real|float32)\b|^vector\(\d+\)$/i,
  float64: /\b(?:double|float64)\b/i,
  double: /\b(?:double|float64)\b/i,
};

/** Facts about a vector that the type of its column does not express. */
export function openVectorFacts({ property, type }: DdlColumn): string[] {
  const element = property.options.elementType?.toLowerCase() ?? '';
  const said = Object.hasOwn(saidElements, element) ? saidElements[element] : undefined;
  const isSaid = said?.test(type) === true;
  return vectorFacts(property).filter((text) => !isSaid || !text.startsWith('elements of'));
}
