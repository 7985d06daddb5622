import type {
  ContractProperty,
  ContractTable,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';
import { openQuality } from './allowed-values.ts';
import type { Notes } from './notes.ts';

/** Line ends of any system and control characters; comments cannot contain either. */
// eslint-disable-next-line no-control-regex
const lineEnds = /\r\n|[\n\r\u0085\u2028\u2029\v\f]/;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
/** Characters that change the text direction, and lone surrogates. */
const deceiving = /[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Most texts: one line of printable ASCII. */
const plain = /^[ -~]*$/;

/** The lines of a text without characters that could end a comment line or change the text direction. */
export function plainLines(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (plain.test(text)) return text.trim() === '' ? [] : [text.trimEnd()];
  const lines = text
    .split(lineEnds)
    .map((line) =>
      line.replaceAll('\t', '  ').replaceAll(controls, '').replaceAll(deceiving, '').trimEnd(),
    );
  const first = lines.findIndex((line) => line !== '');
  if (first === -1) return [];
  return lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

/** Characters that some readers take for a line end or do not show, so files contain them escaped. */
// eslint-disable-next-line no-control-regex
const unseen = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON in which everything that is not seen is escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const optionNames = [
  ...(['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum'] as const),
  ...(['exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems'] as const),
  ...(['minProperties', 'maxProperties'] as const),
];

/** Rules of a field beyond its type and the values that it is limited to, as short texts: `unique`, `maxLength 18`. */
export function constraintsOf(property: ContractProperty, values?: readonly Scalar[]): string[] {
  const { options, unique, primaryKey, partitioned, relationships } = property;
  const flags = [
    ...(primaryKey ? ['primary key'] : []),
    ...(unique ? ['unique'] : []),
    ...(partitioned ? ['partition key'] : []),
  ];
  const bounds = optionNames.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    return [value === true ? name : `${name} ${String(value)}`];
  });
  const to = relationships.flatMap((relationship) => relationship.to);
  const references = to.length === 0 ? [] : [`references ${to.join(' and ')}`];
  const open = openQuality(property, values);
  return [...flags, ...bounds, ...references, ...rules(open.length)];
}

function rules(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 quality rule' : `${count} quality rules`];
}

/** Classification and tags as lines. */
export function labels(tags: readonly string[], classification?: string): string[] {
  return [
    ...(classification === undefined ? [] : [`Classification: ${classification}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
}

/** The business name, unless it replaces the description. */
export function secondName({
  description,
  businessName,
}: Pick<ContractTable, 'description' | 'businessName'>): string[] {
  const isSecond = description !== undefined && businessName !== undefined;
  return isSecond ? [`Business name: ${businessName}`] : [];
}

/** The documentation of a table: its description, business name and tags. */
export function tableDocumentation(table: ContractTable): string[] {
  const { description, businessName, tags } = table;
  return paragraphs(description ?? businessName, [...secondName(table), ...labels(tags)]);
}

/** A text, then facts with an empty line between. */
export function paragraphs(text: string | undefined, facts: readonly string[]): string[] {
  const [described, said] = [plainLines(text), facts.flatMap(plainLines)];
  const isApart = described.length > 0 && said.length > 0;
  return [...described, ...(isApart ? [''] : []), ...said];
}

/** Adds a note for a table without properties; `result` is a clause such as `its type has none`. */
export function noteEmptyTable(
  { name, properties }: ContractTable,
  notes: Notes,
  result: string,
): void {
  if (properties.length === 0) notes.warn(name, `it has no properties, so ${result}`);
}
