import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../domain/standards/odcs/relationships.ts';
import type { GeneratedFile, Generator } from '../generator.ts';
import { noteComputed } from '../shapes/computed.ts';
import { createNameScope, fileStem } from '../shapes/names.ts';
import { noteEmptyTable } from '../shapes/documentation.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Notes } from '../shapes/notes.ts';
import { noteAroundTables, noteFurtherMembers, saidOf, wordsThere } from '../shapes/placeless.ts';

/** Tables, columns, keys and relationships as a diagram. */
export const mermaid: Generator = {
  type: 'mermaid',
  title: 'Mermaid ER diagram',
  description: 'Tables, columns, keys and relationships as an entity relationship diagram',
  languages: ['mermaid'],
  dialects: [],
  variants: [],
  generate,
};

/** Signs that mean something in a diagram, in Markdown or in HTML stand as codes. */
const signs = /[#"%\\`*<>&;~[\]{}]/g;

/** A text of a diagram, on one line; what is too long for a box is cut. */
function textOf(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 4)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  const cut = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
  return cut.replaceAll(signs, (sign) => `#${sign.charCodeAt(0)};`);
}

/** A name or type of a column, which cannot be quoted. */
function wordOf(text: string, fallback: string): string {
  const word = text
    .slice(0, 120)
    .replaceAll(/[^A-Za-z0-9_\u00c0-\u1fff\u2c00-\ud7ff]+/g, '_')
    .replace(/^(?=\d)/, '_');
  if (word === '' || /^_+$/.test(word)) return fallback;
  // To Mermaid these are marks of keys, whatever letter beyond ASCII comes behind.
  return /^[pfu]k(?!\w)/i.test(word) ? `_${word}` : word;
}

function typeOf({ logicalType, physicalType, items }: ContractProperty): string {
  const own = logicalType ?? wordOf(physicalType?.replace(/[(<[].*$/s, '') ?? '', 'unknown');
  const inside = logicalType === 'array' && items ? (items.logicalType ?? 'unknown') : undefined;
  return inside === undefined ? own : `${own}[${inside}]`;
}

function generate(contract: ContractModel): GeneratedFile[] {
  const notes = createNotes();
  const names = createNameScope();
  const entities = new Map(
    contract.tables.map((table) => [table, names.take(textOf(table.physicalName, 80) || 'table')]),
  );
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved)
    notes.add(field, `the relationship to ${to.join(', ')} is not shown: ${reason}`);
  const inKeys = new Set(foreignKeys.flatMap(({ columns }) => columns));
  noteContract(contract, notes);
  const lines = [
    'erDiagram',
    ...titleLines(contract),
    ...[...entities].flatMap(([table, entity]) => entityLines(table, entity, { inKeys, notes })),
    ...foreignKeys.map((key) => relationshipLine(key, entities)),
  ];
  return [
    {
      filename: `${fileStem(contract.id, 'contract')}.mmd`,
      language: 'mermaid',
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list() },
    },
  ];
}

const longestPurpose = 500;

/** For readers who do not see the diagram. */
function titleLines({ id, name, description }: ContractModel): string[] {
  const title = textOf(name ?? id, 200);
  const purpose = textOf(description.purpose ?? '', longestPurpose);
  return [
    ...(title === '' ? [] : [`  accTitle: ${title}`]),
    ...(purpose === '' ? [] : [`  accDescr: ${purpose}`]),
  ];
}

type Around = { inKeys: ReadonlySet<ContractProperty>; notes: Notes };

function entityLines(table: ContractTable, entity: string, around: Around): string[] {
  noteTable(table, around.notes);
  if (table.properties.length === 0) return [`  "${entity}"`];
  const attributes = table.properties.map((property) => attributeLine(table, property, around));
  return [`  "${entity}" {`, ...attributes, '  }'];
}

function attributeLine(
  table: ContractTable,
  property: ContractProperty,
  { inKeys, notes }: Around,
): string {
  const word = wordOf(property.physicalName, 'column');
  const comment = commentOf(property, word);
  noteColumn(property, `${table.name}.${property.name}`, notes);
  const keys = keysOf(property, inKeys).join(', ');
  const parts = [typeOf(property), word, keys, comment && `"${comment}"`];
  return `    ${parts.filter((part) => part !== '').join(' ')}`;
}

function keysOf(property: ContractProperty, inKeys: Around['inKeys']): string[] {
  return [
    ...(property.primaryKey ? ['PK'] : []),
    ...(inKeys.has(property) ? ['FK'] : []),
    ...(property.unique && !property.primaryKey ? ['UK'] : []),
  ];
}

/** What the line of a column says in its own way. */
const shown = new Set(['descriptions', 'primary key', 'unique', 'references', 'quality rules']);

/** The type of a list stands in the line of its column, everything else inside of a column nowhere. */
function hasHidden({ properties, map, items }: ContractProperty): boolean {
  if (properties.length > 0 || map !== undefined) return true;
  if (items === undefined) return false;
  return hasHidden(items) || items.items !== undefined || saidOf(items).length > 0;
}

function noteColumn(property: ContractProperty, where: string, notes: Notes): void {
  const { physicalType, description, businessName, examples } = property;
  const isOther = physicalType !== undefined && typeOf(property) !== physicalType;
  const left = [
    ...saidOf(property).filter((word) => !shown.has(word)),
    ...wordsThere({
      physicalType: isOther,
      businessName: description !== undefined && businessName,
      examples,
    }),
  ];
  if (left.length > 0) notes.add(where, `not shown: ${left.join(', ')}`);
  if (hasHidden(property)) notes.add(where, 'what is inside is not shown');
  if (Array.from(description ?? businessName ?? '').length > longestComment)
    notes.add(where, 'its description is cut');
}

const longestComment = 120;

/** What the line of a column does not say itself. */
function commentOf(property: ContractProperty, word: string): string {
  const { physicalName, required, primaryKey, description, businessName } = property;
  const texts = [
    word === physicalName ? undefined : physicalName,
    required && !primaryKey ? 'required' : undefined,
    description ?? businessName,
  ];
  return textOf(texts.filter((text) => text !== undefined).join('; '), longestComment);
}

function noteTable(table: ContractTable, notes: Notes): void {
  const { name, quality, properties } = table;
  const rules = quality.length + properties.reduce((sum, column) => sum + column.quality.length, 0);
  const counted = rules === 1 ? 'its quality rule is' : `its ${rules} quality rules are`;
  if (rules > 0) notes.add(name, `${counted} not shown`);
  if (table.description !== undefined) notes.add(name, 'its description is not shown');
  const { businessName, tags, deprecated, customProperties } = table;
  const left = wordsThere({ businessName, tags, deprecated, customProperties });
  if (left.length > 0) notes.add(name, `not shown: ${left.join(', ')}`);
  noteEmptyTable(table, notes, 'only its name is shown');
  noteComputed(table, notes);
}

/** What notes of tables and columns name. */
const notedOnes = ['examples', 'transformLogic', 'customProperties'];

function noteContract(contract: ContractModel, notes: Notes): void {
  const { servers, slaProperties, description } = contract;
  if (contract.tables.length === 0) notes.add('schema', 'the contract has no tables');
  if (servers.length > 0) notes.add('servers', 'where the data is, is not shown');
  if (slaProperties.length > 0) notes.add('slaProperties', 'service levels are not shown');
  if (Array.from(description.purpose ?? '').length > longestPurpose)
    notes.add('description.purpose', 'it is cut');
  noteAroundTables(contract, notes, ['description.purpose']);
  noteFurtherMembers(contract, notes, notedOnes);
}

/** A row has at most one partner when its columns are unique, and always one when they are required. */
function relationshipLine(
  { table, columns, targetTable, targetColumns }: ForeignKey,
  entities: ReadonlyMap<ContractTable, string>,
): string {
  const key = table.properties.filter(({ primaryKey }) => primaryKey);
  const isKey = key.length === columns.length && key.every((column) => columns.includes(column));
  const isOne = isKey || columns.some(({ unique }) => unique);
  const isRequired = columns.every(({ required, primaryKey }) => required || primaryKey);
  const isPart = columns.every(({ primaryKey }) => primaryKey);
  const line = `${isOne ? '|o' : '}o'}${isPart ? '--' : '..'}${isRequired ? '||' : 'o|'}`;
  const names = (list: readonly ContractProperty[]): string =>
    list.map(({ physicalName }) => physicalName).join(', ');
  const role = textOf(`${names(columns)} → ${names(targetColumns)}`, 120);
  return `  "${entities.get(table)}" ${line} "${entities.get(targetTable)}" : "${role}"`;
}
