import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from './notes.ts';
import type { Field } from './shape.ts';

/** Line ends of any system and control characters, which no comment may hold. */
// eslint-disable-next-line no-control-regex
const lineEnds = /\r\n|[\n\r\u0085\u2028\u2029\v\f]/;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
/** Characters that turn the order of what follows around, and halves of characters. */
const deceiving = /[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** What most texts are: one line that holds nothing of the above. */
const plain = /^[ -~]*$/;

/** The lines of a text without what could end a comment line or show it in another order than it is read. */
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

/** What no text of a file holds as it is: some readers take it for an end of the line, or do not show it. */
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

/** Rules of a field beyond its type, as short texts: `unique`, `maxLength 18`. */
export function constraintsOf(property: ContractProperty): string[] {
  const { options, quality, unique, primaryKey, partitioned, relationships } = property;
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
  return [...flags, ...bounds, ...references, ...rules(quality.length)];
}

function rules(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 quality rule' : `${count} quality rules`];
}

function labels(tags: readonly string[], classification?: string): string[] {
  return [
    ...(classification === undefined ? [] : [`Classification: ${classification}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
}

/** A field's text for readers: what it is, then what its type does not say. */
export function fieldDocumentation(
  { property, values }: Field,
  extra: readonly string[],
): string[] {
  const facts = [...extra];
  if (property === undefined) return facts.flatMap(plainLines);
  const constraints = constraintsOf(property);
  if (constraints.length > 0) facts.push(`Constraints: ${constraints.join(', ')}`);
  if (values) facts.push(`Allowed values: ${values.slice(0, 100).map(String).join(', ')}`);
  facts.push(...labels(property.tags, property.classification));
  return paragraphs(property.description ?? property.businessName, facts);
}

/** A table's text for readers. */
export function tableDocumentation(table: ContractTable, extra: readonly string[] = []): string[] {
  const { description, businessName, tags } = table;
  return paragraphs(description ?? businessName, [...extra, ...labels(tags)]);
}

/** What stands at the beginning of a file. */
export function contractDocumentation({ id, version, name, description }: ContractModel): string[] {
  const title = `Data contract ${id}${version === '' ? '' : `, version ${version}`}`;
  return [title, name, description.purpose].flatMap(plainLines);
}

/** How texts that stand for other values are written. */
export function textForm({ shape }: Field): string[] {
  if (shape.kind === 'date') return ['A date as YYYY-MM-DD'];
  if (shape.kind === 'time') return ['A time as hh:mm:ss'];
  if (shape.kind === 'timestamp')
    return shape.zone === false
      ? ['A date and time without a zone, as YYYY-MM-DDThh:mm:ss']
      : ['A date and time, as YYYY-MM-DDThh:mm:ssZ'];
  if (shape.kind !== 'decimal') return [];
  const { precision, scale = 0 } = shape;
  return [
    precision === undefined
      ? 'A decimal number'
      : `A decimal number of ${precision} digits, ${scale} of them behind the point`,
  ];
}

function paragraphs(text: string | undefined, facts: readonly string[]): string[] {
  const [described, said] = [plainLines(text), facts.flatMap(plainLines)];
  const isApart = described.length > 0 && said.length > 0;
  return [...described, ...(isApart ? [''] : []), ...said];
}

/** Says of every field which of its rules its type does not tell; `place` is a clause that ends before them. */
export function noteConstraints(
  fields: readonly Field[],
  notes: Notes,
  { place, expressed = [] }: { place: string; expressed?: readonly string[] },
): void {
  for (const { path, property, shape } of fields) {
    const names = property ? constraintsOf(property) : [];
    const open = names.filter((name) => !expressed.includes(name));
    if (open.length > 0) notes.add(path, `${place} ${open.join(', ')}`);
    noteConstraints(insideOf(shape), notes, { place, expressed });
  }
}

/** Says of a table which of its rules are no part of the format. */
export function noteTableRules(
  { name, quality, relationships }: ContractTable,
  notes: Notes,
  place: string,
): void {
  const open = [...rules(quality.length), ...(relationships.length > 0 ? ['relationships'] : [])];
  if (open.length > 0) notes.add(name, `${place} ${open.join(', ')}`);
}

function insideOf(shape: Field['shape']): readonly Field[] {
  if (shape.kind === 'record') return shape.fields;
  if (shape.kind === 'list') return [shape.items];
  return shape.kind === 'map' ? [shape.key, shape.value] : [];
}
