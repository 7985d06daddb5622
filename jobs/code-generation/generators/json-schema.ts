import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../generator.ts';
import { allowsMore } from '../shapes/additional-columns.ts';
import { noteComputed } from '../shapes/computed.ts';
import { noteEmptyTable, noteTableRules } from '../shapes/documentation.ts';
import { createFileScope, fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import { noteOutsideTypes } from '../shapes/placeless.ts';
import { shapesOf } from '../shapes/shapes-of-contract.ts';
import { objectKeywords } from './json-schema-fields.ts';
import type { JsonSchemaObject } from './json-schema-fields.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';
const prefix = 'urn:datacontract:';
const longest = 200;

/** A text as part of a URN. */
const part = (text: string): string =>
  encodeURIComponent(text.slice(0, longest).replaceAll(/\p{Cs}/gu, '\uFFFD')).replaceAll(
    '%3A',
    ':',
  );

/** `urn:datacontract:<contract>:<version>:<table>`; absolute, so that schemas of several contracts can be loaded together. */
function idOf({ id, version }: ContractModel, stem: string): string {
  const name = id.startsWith(prefix) ? id.slice(prefix.length) : id;
  const parts = [name, version, stem].filter((text) => text !== '');
  return `${prefix}${parts.map(part).join(':')}`;
}

/** JSON with two blanks for each level; bounds beyond 2^53 keep all of their digits. */
function written(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value ?? null);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((entry) => written(entry, inner))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${written(member, inner)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** Halves of characters, which many readers of JSON refuse, become U+FFFD. */
const textOfSchema = (schema: JsonSchemaObject): string =>
  `${written(schema)}\n`.replaceAll(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (escape) =>
    escape === '\\\\' ? escape : '\uFFFD',
  );

function fileOf(
  stem: string,
  schema: JsonSchemaObject,
  metadata: GeneratedFile['metadata'],
): GeneratedFile {
  return {
    filename: `${stem}.schema.json`,
    language: 'json',
    content: textOfSchema(schema),
    metadata,
  };
}

function emptyFile(contract: ContractModel): GeneratedFile {
  const notes = createNotes();
  notes.add(contract.id, 'the contract has no schema, so every object is accepted');
  noteOutsideTypes(contract, notes, { said: ['description.purpose', 'tags'] });
  const stem = fileStem(contract.name ?? '', '') || fileStem(contract.id, 'contract');
  const { purpose: description } = contract.description;
  return fileOf(
    stem,
    {
      $schema: draft,
      $id: idOf(contract, stem),
      title: contract.name ?? contract.id,
      ...(description !== undefined && { description }),
      type: 'object',
      ...tagsComment(contract),
    },
    { notes: notes.list() },
  );
}

function tagsComment(contract: ContractModel, table?: ContractTable): { $comment?: string } {
  const tags = table?.tags ?? [];
  const texts = [
    ...(contract.tags.length > 0 ? [`Tags of the contract: ${contract.tags.join(', ')}`] : []),
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
  ];
  return texts.length > 0 ? { $comment: texts.join('; ') } : {};
}

function tableFile(
  contract: ContractModel,
  table: ContractTable,
  { stem, server }: { stem: string; server: ContractServer | undefined },
): GeneratedFile {
  const notes = createNotes();
  const [entity] = shapesOf({ ...contract, tables: [table] }, { server, of: 'rows', notes });
  const isOpen = allowsMore(table, contract);
  noteTableRules(table, notes, 'JSON Schema has no keyword for');
  noteEmptyTable(table, notes, isOpen ? 'any object is accepted' : 'only {} is accepted');
  noteComputed(table, notes);
  noteOutsideTypes({ ...contract, tables: [table] }, notes, {
    said: ['tags'],
    members: ['examples'],
  });
  const schema = {
    $schema: draft,
    $id: idOf(contract, stem),
    title: table.businessName ?? table.name,
    ...(table.description !== undefined && { description: table.description }),
    ...(table.deprecated && { deprecated: true }),
    ...objectKeywords(entity?.fields ?? [], { notes, server }, isOpen),
    ...tagsComment(contract, table),
  };
  return fileOf(stem, schema, { table: table.name, notes: notes.list() });
}

function generate(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  if (contract.tables.length === 0) return [emptyFile(contract)];
  const files = createFileScope();
  return contract.tables.map((table) =>
    tableFile(contract, table, { stem: files.take(fileStem(table.name, 'table')), server }),
  );
}

/**
 * JSON Schema 2020-12: one schema for each table, for rows as JSON. Only words of the standard are used, so that strict
 * validators take it; what it has no word for stands in `$comment`.
 */
export const jsonSchema: Generator = {
  type: 'json-schema',
  title: 'JSON Schema',
  description: 'One JSON Schema (2020-12) for the rows of each table',
  languages: ['json'],
  dialects: [],
  variants: [],
  generate,
};
