import { parseNativeType } from '../../../domain/dialects/native-type.ts';
import { dimensionsOf, vectorTexts } from '../shapes/vector-shape.ts';
import type { DdlColumn, Script } from './sql-ddl-tables.ts';

/** Whether a column holds vectors, whatever its type is. */
export const isVectorColumn = ({ property: { logicalType, options } }: DdlColumn): boolean =>
  logicalType === 'vector' || options.dimensions !== undefined;

/** How many numbers a vector has, where its type does not say so. */
export function openDimensions({ dialect }: Script, column: DdlColumn): number | undefined {
  const { physicalType = '', options } = column.property;
  if (!isVectorColumn(column)) return undefined;
  const dimensions = dimensionsOf(options, parseNativeType(dialect, physicalType));
  const isSaid = /\[\d+\]$|^vector\(/i.test(column.type);
  return isSaid ? undefined : dimensions;
}

/** Types that say what the elements of a vector are. */
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

/** What a contract says of a vector and its column does not. */
export function openVectorTexts({ property, type }: DdlColumn): string[] {
  const element = property.options.elementType?.toLowerCase() ?? '';
  const said = Object.hasOwn(saidElements, element) ? saidElements[element] : undefined;
  const isSaid = said?.test(type) === true;
  return vectorTexts(property).filter((text) => !isSaid || !text.startsWith('elements of'));
}
