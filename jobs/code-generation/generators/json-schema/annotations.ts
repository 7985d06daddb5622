import type {
  ContractProperty,
  EnumText,
  Scalar,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { isNumber, isShapeFormat, labelsOf, openConstraints } from '../../shapes/limits.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { Field } from '../../shapes/shape.ts';
import { vectorFacts } from '../../shapes/vector-shape.ts';

/** A format that no keyword expresses. */
function openFormat(field: Field, said: ReadonlySet<string>): string[] {
  const format = field.property?.options.format;
  const isSaid = said.has('format') || (said.has('pattern') && field.shape.kind !== 'text');
  if (format === undefined || isSaid || isShapeFormat(field, format)) return [];
  return [`format ${format}`];
}

/** The positions of a column in keys. */
function positionsOf(property: ContractProperty | undefined): string[] {
  const { primaryKeyPosition: key, partitionKeyPosition: partition } = property ?? {};
  return [
    ...(key === undefined ? [] : [`Position in the primary key: ${key}`]),
    ...(partition === undefined ? [] : [`Position in the partition key: ${partition}`]),
  ];
}

/** The `$comment` with rules that no keyword expresses; `keywords` are the keywords that the schema has. */
export function commentOf(field: Field, keywords: object, notes: Notes): { $comment?: string } {
  const said = new Set(Object.keys(keywords));
  const open = [
    ...openConstraints(field, new Set([...said, 'format'])),
    ...openFormat(field, said),
    ...vectorFacts(field.property),
  ];
  // A separate note says why `multipleOf` is left out.
  const withoutKeyword = open.filter(
    (rule) => !(isNumber(field) && rule.startsWith('multipleOf ')),
  );
  if (withoutKeyword.length > 0)
    notes.addRules(field, {
      clause: 'JSON Schema has no keyword for',
      rules: withoutKeyword,
      ending: '; $comment tells of it',
    });
  const constraints = open.length === 0 ? [] : [`Constraints: ${open.join(', ')}`];
  const texts = [...constraints, ...positionsOf(field.property), ...labelsOf(field.property)];
  return texts.length === 0 ? {} : { $comment: texts.join('; ') };
}

/** Title, description and deprecation, if the contract has them. */
export function textsOf(property: ContractProperty | undefined): object {
  const { businessName, description, deprecated } = property ?? {};
  return {
    ...(businessName !== undefined && { title: businessName }),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
  };
}

function constantOf(value: Scalar, texts: readonly EnumText[]): object {
  const { label, description } = texts.find((text) => String(text.value) === String(value)) ?? {};
  return {
    const: value,
    ...(label !== undefined && { title: label }),
    ...(description !== undefined && { description }),
  };
}

/** Allowed values, with their labels and descriptions. */
export function enumKeywords(
  values: readonly Scalar[],
  isNullable: boolean,
  { property }: Field,
): object {
  const texts = property?.enumTexts ?? [];
  const constants = values.map((value) => constantOf(value, texts));
  const all = isNullable ? [...constants, { const: null }] : constants;
  return {
    enum: isNullable ? [...values, null] : values,
    ...(texts.length > 0 && { oneOf: all }),
  };
}
