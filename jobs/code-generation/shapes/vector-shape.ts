import type { NativeType } from '../../../domain/dialects/types/native-type.ts';
import type { JsonObject } from '../../../domain/standards/json-value.ts';
import type {
  ContractProperty,
  LogicalTypeOptions,
} from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseProperty } from '../../../domain/standards/odcs/normalise-property.ts';
import type { Field, Shape } from './shape.ts';

/** The limits of the numbers of a vector whose elements are not floats. */
const limitsOfElements: Readonly<Record<string, JsonObject>> = {
  int8: { format: 'i8' },
  uint8: { format: 'u8' },
  binary: { minimum: 0, maximum: 1 },
  int: { format: 'i32' },
  int32: { format: 'i32' },
};

const bitsOfFormats: Readonly<Record<string, number>> = { i32: 32 };

export const isVector = (native: NativeType | undefined): boolean =>
  /^(?:vector|halfvec)$/.test(native?.name ?? '');

/** The length of a vector: an option of the contract, else `vector(3)`, `VECTOR(FLOAT, 3)`. */
export function dimensionsOf(
  options: LogicalTypeOptions | undefined,
  native: NativeType | undefined,
): number | undefined {
  const written = isVector(native) ? native?.parameters : undefined;
  const length = written?.find((text) => /^[1-9]\d{0,6}$/.test(text));
  return options?.dimensions ?? (length === undefined ? undefined : Number(length));
}

/** The numbers of a vector; they are never null. */
function itemsOf({ path, table }: Pick<Field, 'path' | 'table'>, element: string): Field {
  const field = { name: 'items', path: `${path}[]`, table, required: true, values: undefined };
  const options = limitsOfElements[element];
  if (options === undefined) {
    const bits = /^(?:float64|double)$/.test(element) ? 64 : 32;
    return { ...field, shape: { kind: 'float', bits }, property: undefined };
  }
  const bits = bitsOfFormats[String(options['format'])] ?? 8;
  const property = normaliseProperty(
    { logicalType: 'integer', required: true, logicalTypeOptions: options },
    'items',
  );
  return { ...field, shape: { kind: 'integer', bits, unsigned: element === 'uint8' }, property };
}

/** A vector as a list of its numbers. */
export function vectorShape(
  location: Pick<Field, 'path' | 'table'>,
  property: ContractProperty | undefined,
  native: NativeType | undefined,
): Shape {
  const written = native?.parameters.find((text) => /^[a-z]/.test(text));
  const element = property?.options.elementType ?? written ?? '';
  return {
    kind: 'list',
    items: itemsOf(location, element.toLowerCase()),
    dimensions: dimensionsOf(property?.options, native),
  };
}

/** Facts about a vector besides its length, as short texts. */
export function vectorFacts(property: ContractProperty | undefined): string[] {
  const {
    elementType,
    distanceMetric,
    embeddingModel,
    embeddingModelVersion: version,
    normalized,
  } = property?.options ?? {};
  const model = [embeddingModel, version && `version ${version}`].filter(Boolean).join(' ');
  return [
    ...(elementType === undefined ? [] : [`elements of ${elementType}`]),
    ...(distanceMetric === undefined ? [] : [`distance metric ${distanceMetric}`]),
    ...(model === '' ? [] : [`embedding model ${model}`]),
    ...(normalized === undefined ? [] : [normalized ? 'normalized' : 'not normalized']),
  ];
}
