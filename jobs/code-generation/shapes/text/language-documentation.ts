import type {
  ContractModel,
  ContractTable,
  EnumText,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { declaredForm, isTemporal } from '../declared-form.ts';
import { constraintsOf, labels, paragraphs, plainLines, secondName } from '../documentation.ts';
import type { Field, Temporal, ShapeOf } from '../shape.ts';
import { vectorFacts } from '../vector-shape.ts';

/** The format of a field, except that of dates and times in ISO 8601. */
function formatRule({ shape, property }: Field): string[] {
  const { format } = property?.options ?? {};
  const isUsual = isTemporal(shape.kind) && declaredForm(property, shape.kind) === undefined;
  return format === undefined || isUsual ? [] : [`format ${format}`];
}

/** All rules of a field, as short texts; types of a language express some of them. */
export function rulesOf(field: Field): string[] {
  const { property, values } = field;
  if (property === undefined) return [];
  return [...constraintsOf(property, values), ...formatRule(field), ...vectorFacts(property)];
}

/** The label and description of an allowed value. */
export const labelOf = ({ label, description }: Omit<EnumText, 'value'>): string =>
  [label, description].filter((text) => text !== undefined).join(': ');

/** The label and description of an allowed value of a field, if it has any. */
export function labelLinesOf({ property }: Field, value: string): string[] {
  const found = property?.enumTexts.find((text) => String(text.value) === value);
  return found ? plainLines(labelOf(found)) : [];
}

const maxValues = 100;

function valueFacts({ values, property }: Field): string[] {
  if (values === undefined) return [];
  const more = values.length > maxValues ? `, … and ${values.length - maxValues} more` : '';
  return [
    `Allowed values: ${values.slice(0, maxValues).map(String).join(', ')}${more}`,
    ...(property?.enumTexts ?? [])
      .slice(0, maxValues)
      .map((text) => `Value ${String(text.value)}: ${labelOf(text)}`),
  ];
}

function factsOf(field: Field): string[] {
  const { property, shape } = field;
  const { businessName, description, tags = [], classification } = property ?? {};
  const rules = rulesOf(field);
  return [
    ...(description !== undefined && businessName !== undefined
      ? [`Business name: ${businessName}`]
      : []),
    ...(rules.length > 0 ? [`Constraints: ${rules.join(', ')}`] : []),
    ...(shape.kind === 'list' && shape.dimensions !== undefined
      ? [`Length: ${shape.dimensions}`]
      : []),
    ...valueFacts(field),
    ...labels(tags, classification),
  ];
}

type FormOf = (field: Field) => readonly string[];

/** The facts about the contents of a list or map, which the containing field documents. */
function insideFacts({ shape }: Field, form: FormOf): string[] {
  const linesFor = (label: string, inside: Field): string[] => {
    const { description, businessName, deprecated = false } = inside.property ?? {};
    const facts = [
      ...plainLines(description ?? businessName),
      ...form(inside),
      ...factsOf(inside),
      ...(deprecated ? ['Deprecated'] : []),
      ...insideFacts(inside, form),
    ];
    return facts
      .flatMap(plainLines)
      .filter((line) => line !== '')
      .map((line) => `${label}: ${line}`);
  };
  if (shape.kind === 'list') return linesFor('Items', shape.items);
  return shape.kind === 'map'
    ? [...linesFor('Keys', shape.key), ...linesFor('Values', shape.value)]
    : [];
}

/** The documentation of a field: its description, then facts that its type does not express. `form` describes nested values. */
export function fieldDocumentation(field: Field, extra: readonly string[], form: FormOf): string[] {
  const { description, businessName } = field.property ?? {};
  const facts = [...extra, ...factsOf(field), ...insideFacts(field, form)];
  return paragraphs(description ?? businessName, facts);
}

/** The documentation of a table: its description, then its physical name. */
export function typeDocumentation(table: ContractTable, extra: readonly string[]): string[] {
  const { name, physicalName, description, businessName, tags } = table;
  return paragraphs(description ?? businessName, [
    ...extra,
    ...secondName(table),
    ...(physicalName === name ? [] : [`Physical name: ${physicalName}`]),
    ...labels(tags),
  ]);
}

/** The comment at the beginning of a file. */
export function contractDocumentation(contract: ContractModel): string[] {
  const { id, version, name, tags } = contract;
  const { purpose, usage, limitations } = contract.description;
  return [
    `Data contract ${id}${version === '' ? '' : `, version ${version}`}`,
    name,
    purpose,
    usage && `Usage: ${usage}`,
    limitations && `Limitations: ${limitations}`,
    ...labels(tags),
  ].flatMap(plainLines);
}

const usualForms: Readonly<Record<Temporal, readonly [string, string]>> = {
  date: ['A date', 'YYYY-MM-DD'],
  time: ['A time', 'hh:mm:ss'],
  timestamp: ['A date and time', 'YYYY-MM-DDThh:mm:ssZ'],
};

function decimalForm({ precision, scale = 0 }: ShapeOf<'decimal'>): string {
  if (precision === undefined) return 'A decimal number';
  return `A decimal number of ${precision} digits, ${scale} of them behind the point`;
}

/** The form of texts that represent other values. */
export function textForm({ shape, property }: Field): string[] {
  if (shape.kind === 'decimal') return [decimalForm(shape)];
  if (shape.kind === 'timestamp' && shape.zone === false)
    return ['A date and time without a zone, as YYYY-MM-DDThh:mm:ss'];
  const temporal = shape.kind === 'text' ? shape.temporal : shape.kind;
  if (!isTemporal(temporal)) return [];
  const [what, usual] = usualForms[temporal];
  if (shape.kind === 'timestamp') return [`${what}, as ${usual}`];
  return [`${what} as ${shape.kind === 'text' ? property?.options.format : usual}`];
}
