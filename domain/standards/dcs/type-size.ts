import { numberOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { ContractProperty } from '../odcs/contract-model.ts';
import { logicalTypeOf } from './logical-type.ts';

/** What a type of DCS says beyond its logical type, in the words that ODCS has for it. */
type TypeSize = Pick<ContractProperty, 'customProperties' | 'options'>;

const asType = (physicalType: string): TypeSize => ({
  customProperties: { physicalType },
  options: {},
});
const asOptions = (options: TypeSize['options']): TypeSize => ({ customProperties: {}, options });

/** Types of one logical type that differ by their size or zone. */
const sizes: Readonly<Record<string, TypeSize>> = {
  // No format: contract tests would check it in every row.
  long: asType('bigint'),
  bigint: asType('bigint'),
  bytes: asType('bytes'),
  // No types of the standard, though every platform knows what they are.
  uuid: asType('uuid'),
  variant: asType('variant'),
  float: asOptions({ format: 'f32' }),
  double: asOptions({ format: 'f64' }),
  timestamp_ntz: asOptions({ timezone: false }),
};

/** A type that nobody knows keeps its name, for those who say what was lost. */
const unknownType = (type: string): TypeSize => ({
  customProperties: { declaredType: type.slice(0, 100) },
  options: {},
});

const decimals = /^(?:number|decimal|numeric)$/;

/**
 * The size of a field's type, kept where no contract test compares it: the standard names no type of the platform, so
 * that a column of another size is no fault.
 */
export function typeSizeOf(field: JsonObject): TypeSize {
  const type = textOf(field['type'])?.toLowerCase() ?? '';
  if (Object.hasOwn(sizes, type)) return sizes[type] ?? asOptions({});
  if (type !== '' && logicalTypeOf(type) === undefined) return unknownType(type);
  return decimals.test(type) ? digitsOf(field) : asOptions({});
}

function digitsOf(field: JsonObject): TypeSize {
  const [precision, scale] = [numberOf(field['precision']), numberOf(field['scale'])];
  if (precision === undefined && scale === undefined) return asOptions({});
  // The defaults of the standard.
  return { customProperties: { precision: precision ?? 38, scale: scale ?? 0 }, options: {} };
}
