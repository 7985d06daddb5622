import type {
  ContractProperty,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { maxLengthOf, openConstraints } from './limits.ts';
import type { Field } from './shape.ts';

/** Words of allowed values by value: `First: The first one`. */
function labelsOfValues({ enumTexts }: ContractProperty): Record<string, string> | undefined {
  if (enumTexts.length === 0) return undefined;
  const texts = enumTexts.map(({ value, label, description }) => [
    String(value),
    [label, description].filter((text) => text !== undefined).join(': '),
  ]);
  return Object.fromEntries(texts) as Record<string, string>;
}

function formatOf({ shape, property }: Field): string | undefined {
  const isUuid = shape.kind === 'text' && shape.isUuid;
  return property?.options.format ?? (isUuid ? 'uuid' : undefined);
}

function ofVector({ options }: ContractProperty, { shape }: Field): Record<string, unknown> {
  const { elementType, distanceMetric, embeddingModel, embeddingModelVersion, normalized } =
    options;
  const dimensions = shape.kind === 'list' ? shape.dimensions : undefined;
  const vector = { elementType, distanceMetric, embeddingModel, embeddingModelVersion, normalized };
  return { dimensions, ...vector };
}

const withoutGaps = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const filled = <Value extends object>(value: Value): Value | undefined =>
  Object.keys(value).length === 0 ? undefined : value;

function ofProperty(
  property: ContractProperty,
  field: Field,
  server: ContractServer | undefined,
): Record<string, unknown> {
  const { businessName, description, classification, tags, options, deprecated } = property;
  const { shape, values } = field;
  return {
    comment: description ?? businessName,
    businessName: description === undefined ? undefined : businessName,
    deprecated: deprecated || undefined,
    maxLength: shape.kind === 'text' ? maxLengthOf(property, server) : options.maxLength,
    format: formatOf(field),
    allowedValues: values,
    labels: labelsOfValues(property),
    constraints: filled(openConstraints(field, new Set(['maxLength', 'format']))),
    primaryKeyPosition: property.primaryKeyPosition,
    partitionKeyPosition: property.partitionKeyPosition,
    classification,
    tags: filled(tags),
    ...ofVector(property, field),
  };
}

/**
 * Facts that the type of a field does not express, for readers of a schema. Includes the contents of lists and maps, and
 * with `members` those of objects.
 */
export function metadataOf(
  field: Field,
  server: ContractServer | undefined,
  also?: 'members',
): Record<string, unknown> {
  const { property, shape } = field;
  const inside = (inner: Field): object | undefined => filled(metadataOf(inner, server, also));
  const members = (fields: readonly Field[]): object | undefined =>
    filled(withoutGaps(Object.fromEntries(fields.map((inner) => [inner.name, inside(inner)]))));
  return withoutGaps({
    ...(property && ofProperty(property, field, server)),
    ...(shape.kind === 'record' && also === 'members' && { members: members(shape.fields) }),
    ...(shape.kind === 'list' && { items: inside(shape.items) }),
    ...(shape.kind === 'map' && { key: inside(shape.key), value: inside(shape.value) }),
  });
}
