import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../../domain/standards/odcs/relationships.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { createNameScope, contractStem } from '../../shapes/names.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';

/** Tables, columns, keys and relationships as a diagram. */
export const mermaid: Generator<'mermaid'> = { ...catalogue.mermaid, generate };

/** Characters with a meaning in diagrams, Markdown or HTML; they are written as codes. */
const signs = /[#"%\\`*<>&;~[\]{}]/g;

/** A text of a diagram on one line, cut to `maxLength` characters. */
function textOf(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  const cut =
    characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
  return cut.replaceAll(signs, (sign) => `#${sign.charCodeAt(0)};`);
}

/** A name or type of a column; Mermaid cannot quote these. */
function identifierOf(text: string, fallback: string): string {
  const identifier = text
    .slice(0, 120)
    .replaceAll(/[^A-Za-z0-9_\u00c0-\u1fff\u2c00-\ud7ff]+/g, '_')
    .replace(/^(?=\d)/, '_');
  if (identifier === '' || /^_+$/.test(identifier)) return fallback;
  // Mermaid reads these words as key markers, even if a non-ASCII letter follows.
  return /^[pfu]k(?!\w)/i.test(identifier) ? `_${identifier}` : identifier;
}

function typeOf({ logicalType, physicalType, items }: ContractProperty): string {
  const own = logicalType ?? identifierOf(physicalType?.replace(/[(<[].*$/s, '') ?? '', 'unknown');
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
    notes.warn(field, `the relationship to {} is not shown: ${reason}`, to.join(', '));
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
      filename: `${contractStem(contract)}.mmd`,
      language: 'mermaid',
      content: `${lines.join('\n')}\n`,
      metadata: notes.list(),
    },
  ];
}

const maxPurposeLength = 500;

/** The title and description of the diagram, for screen readers. */
function titleLines({ id, name, description }: ContractModel): string[] {
  const title = textOf(name ?? id, 200);
  const purpose = textOf(description.purpose ?? '', maxPurposeLength);
  return [
    ...(title === '' ? [] : [`  accTitle: ${title}`]),
    ...(purpose === '' ? [] : [`  accDescr: ${purpose}`]),
  ];
}

type Around = { inKeys: ReadonlySet<ContractProperty>; notes: Notes };

function entityLines(table: ContractTable, entity: string, around: Around): string[] {
  noteEmptyTable(table, around.notes, 'only its name is shown');
  noteComputed(table, around.notes);
  if (table.properties.length === 0) return [`  "${entity}"`];
  const attributes = table.properties.map((property) => attributeLine(table, property, around));
  return [`  "${entity}" {`, ...attributes, '  }'];
}

function attributeLine(
  table: ContractTable,
  property: ContractProperty,
  { inKeys, notes }: Around,
): string {
  const identifier = identifierOf(property.physicalName, 'column');
  const comment = commentOf(property, identifier);
  const { description, businessName } = property;
  if (Array.from(description ?? businessName ?? '').length > maxCommentLength)
    notes.add(`${table.name}.${property.name}`, 'its description is cut');
  const keys = keysOf(property, inKeys).join(', ');
  const parts = [typeOf(property), identifier, keys, comment && `"${comment}"`];
  return `    ${parts.filter((part) => part !== '').join(' ')}`;
}

function keysOf(property: ContractProperty, inKeys: Around['inKeys']): string[] {
  return [
    ...(property.primaryKey ? ['PK'] : []),
    ...(inKeys.has(property) ? ['FK'] : []),
    ...(property.unique && !property.primaryKey ? ['UK'] : []),
  ];
}

const maxCommentLength = 120;

/** The comment of a column: attributes that its line does not show. */
function commentOf(property: ContractProperty, identifier: string): string {
  const { physicalName, required, primaryKey, description, businessName } = property;
  const texts = [
    identifier === physicalName ? undefined : physicalName,
    required && !primaryKey ? 'required' : undefined,
    description ?? businessName,
  ];
  return textOf(texts.filter((text) => text !== undefined).join('; '), maxCommentLength);
}

function noteContract(contract: ContractModel, notes: Notes): void {
  const { description } = contract;
  if (contract.tables.length === 0) notes.warn('schema', 'the contract has no tables');
  if (Array.from(description.purpose ?? '').length > maxPurposeLength)
    notes.add('description.purpose', 'it is cut');
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
