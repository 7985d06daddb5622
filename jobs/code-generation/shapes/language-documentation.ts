import type {
  ContractModel,
  ContractTable,
  EnumText,
} from '../../../domain/standards/odcs/contract-model.ts';
import { declaredForm, isMoment } from './declared-form.ts';
import { constraintsOf, labels, paragraphs, plainLines, secondName } from './documentation.ts';
import type { Field, Moment, ShapeOf } from './shape.ts';
import { vectorTexts } from './vector-shape.ts';

/** A format says nothing new of a date or time that is written as usual. */
function formatRule({ shape, property }: Field): string[] {
  const { format } = property?.options ?? {};
  const isUsual = isMoment(shape.kind) && declaredForm(property, shape.kind) === undefined;
  return format === undefined || isUsual ? [] : [`format ${format}`];
}

/** Everything that types of a language do not say of a field, as short texts. */
export function rulesOf(field: Field): string[] {
  const { property, values } = field;
  if (property === undefined) return [];
  return [...constraintsOf(property, values), ...formatRule(field), ...vectorTexts(property)];
}

/** The words of one allowed value: its label, and what it means. */
export const wordsOf = ({ label, description }: Omit<EnumText, 'value'>): string =>
  [label, description].filter((text) => text !== undefined).join(': ');

/** The words of an allowed value of a field, if there are any. */
export function wordsOfValue({ property }: Field, value: string): string[] {
  const found = property?.enumTexts.find((text) => String(text.value) === value);
  return found ? plainLines(wordsOf(found)) : [];
}

const mostValues = 100;

function valueFacts({ values, property }: Field): string[] {
  if (values === undefined) return [];
  const more = values.length > mostValues ? `, … and ${values.length - mostValues} more` : '';
  return [
    `Allowed values: ${values.slice(0, mostValues).map(String).join(', ')}${more}`,
    ...(property?.enumTexts ?? [])
      .slice(0, mostValues)
      .map((text) => `Value ${String(text.value)}: ${wordsOf(text)}`),
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

/** What is inside of a list or map has no place of its own: the holder tells of it. */
function insideFacts({ shape }: Field, form: FormOf): string[] {
  const told = (label: string, inside: Field): string[] => {
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
  if (shape.kind === 'list') return told('Items', shape.items);
  return shape.kind === 'map' ? [...told('Keys', shape.key), ...told('Values', shape.value)] : [];
}

/** A field's text for readers: what it is, then what its type does not say. `form` tells how what is inside is written. */
export function fieldDocumentation(field: Field, extra: readonly string[], form: FormOf): string[] {
  const { description, businessName } = field.property ?? {};
  const facts = [...extra, ...factsOf(field), ...insideFacts(field, form)];
  return paragraphs(description ?? businessName, facts);
}

/** A table's text for readers: what it is, and how it is called where it is. */
export function typeDocumentation(table: ContractTable, extra: readonly string[]): string[] {
  const { name, physicalName, description, businessName, tags } = table;
  return paragraphs(description ?? businessName, [
    ...extra,
    ...secondName(table),
    ...(physicalName === name ? [] : [`Physical name: ${physicalName}`]),
    ...labels(tags),
  ]);
}

/** What stands at the beginning of a file. */
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

const usualForms: Readonly<Record<Moment, readonly [string, string]>> = {
  date: ['A date', 'YYYY-MM-DD'],
  time: ['A time', 'hh:mm:ss'],
  timestamp: ['A date and time', 'YYYY-MM-DDThh:mm:ssZ'],
};

function decimalForm({ precision, scale = 0 }: ShapeOf<'decimal'>): string {
  if (precision === undefined) return 'A decimal number';
  return `A decimal number of ${precision} digits, ${scale} of them behind the point`;
}

/** How texts that stand for other values are written. */
export function textForm({ shape, property }: Field): string[] {
  if (shape.kind === 'decimal') return [decimalForm(shape)];
  if (shape.kind === 'timestamp' && shape.zone === false)
    return ['A date and time without a zone, as YYYY-MM-DDThh:mm:ss'];
  const moment = shape.kind === 'text' ? shape.moment : shape.kind;
  if (!isMoment(moment)) return [];
  const [what, usual] = usualForms[moment];
  if (shape.kind === 'timestamp') return [`${what}, as ${usual}`];
  return [`${what} as ${shape.kind === 'text' ? property?.options.format : usual}`];
}
