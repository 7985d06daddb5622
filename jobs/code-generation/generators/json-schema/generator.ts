import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { allowsMore } from '../../shapes/additional-columns.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { contractStem, createFileScope, fileStem } from '../../shapes/names.ts';
import { createNotes } from '../../shapes/notes.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import { shapesOf } from '../../shapes/shapes-of-contract.ts';
import { objectKeywords } from './fields.ts';
import type { JsonSchemaObject } from './fields.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';
const prefix = 'urn:datacontract:';
const maxLength = 200;

/** Text as part of a URN. */
const part = (text: string): string =>
  encodeURIComponent(text.slice(0, maxLength).replaceAll(/\p{Cs}/gu, '\uFFFD')).replaceAll(
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

/** Writes lone surrogates, which many JSON parsers refuse, as U+FFFD. */
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
  notes.warn(contract.id, 'the contract has no schema, so every object is accepted');
  const stem = contractStem(contract);
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
    notes.list(),
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
  noteEmptyTable(
    table,
    notes,
    isOpen ? 'any object is accepted' : 'only an empty object is accepted',
  );
  noteComputed(table, notes);
  noteInexactBounds({ tables: [table] }, notes);
  const schema = {
    $schema: draft,
    $id: idOf(contract, stem),
    title: table.businessName ?? table.name,
    ...(table.description !== undefined && { description: table.description }),
    ...(table.deprecated && { deprecated: true }),
    ...objectKeywords(entity?.fields ?? [], { notes, server }, isOpen),
    ...tagsComment(contract, table),
  };
  return fileOf(stem, schema, { table: table.name, ...notes.list() });
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
 * JSON Schema 2020-12: one schema for each table, for rows as JSON. It contains only keywords of the standard, so that
 * strict validators accept it; `$comment` has the rest.
 */
export const jsonSchema: Generator<'json-schema'> = { ...catalogue.jsonSchema, generate };
