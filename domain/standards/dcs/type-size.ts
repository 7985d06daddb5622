import { numberOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { ContractProperty } from '../odcs/contract-model.ts';
import { logicalTypeOf } from './logical-type.ts';

/** Details of a DCS type beyond its logical type, in ODCS members. */
type TypeSize = Pick<ContractProperty, 'customProperties' | 'options'>;

const asType = (physicalType: string): TypeSize => ({
  customProperties: { physicalType },
  options: {},
});
const asOptions = (options: TypeSize['options']): TypeSize => ({ customProperties: {}, options });

/** Types of one logical type that differ by size or time zone. */
const sizes: Readonly<Record<string, TypeSize>> = {
  // Without a format: contract tests would check it in every row.
  long: asType('bigint'),
  bigint: asType('bigint'),
  bytes: asType('bytes'),
  // Not in the standard, though every platform has these types.
  uuid: asType('uuid'),
  variant: asType('variant'),
  float: asOptions({ format: 'f32' }),
  double: asOptions({ format: 'f64' }),
  timestamp_ntz: asOptions({ timezone: false }),
};

/** An unknown type keeps its name, so that losses can be reported. */
const unknownType = (type: string): TypeSize => ({
  customProperties: { declaredType: type.slice(0, 100) },
  options: {},
});

const decimals = /^(?:number|decimal|numeric)$/;

/**
 * The size of a field's type, kept where no contract test compares it: DCS types are not platform types, so a
 * column of another size is valid.
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
