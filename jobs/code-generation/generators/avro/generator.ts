import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { textOf } from '../../../../domain/standards/json-value.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { jsonText } from '../../shapes/documentation.ts';
import { typeDocumentation } from '../../shapes/text/language-documentation.ts';
import { noteMemberName, noteRules } from '../../shapes/text/language-notes.ts';
import type { Language } from '../../shapes/text/language-notes.ts';
import {
  asciiName,
  contractStem,
  createFileScope,
  createNameScope,
  fileStem,
  takeNames,
} from '../../shapes/names.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import { shapesOf } from '../../shapes/shapes-of-contract.ts';
import type { Entity } from '../../shapes/shape.ts';
import { fieldsOfRecord } from './types.ts';
import type { AvroWriter } from './types.ts';

const language: Language = {
  name: 'Avro',
  lacks: 'Avro has no place for',
  says: 'only the doc says',
  expressed: 'uuid i32 i64 f32 f64'.split(' ').map((name) => `format ${name}`),
  typeName: 'table',
};

const fullName = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** Names of Avro's built-in types. */
const reserved =
  'null boolean int long float double bytes string record enum array map union fixed error request'.split(
    ' ',
  );

/** `urn:datacontract:orders-latest` → `urn.datacontract.orders_latest`. */
function namespaceOfId(id: string): string | undefined {
  const parts = id.slice(0, 200).split(/[.:/\\]+/);
  const names = parts.filter((part) => /[A-Za-z0-9]/.test(part)).map((part) => asciiName(part, ''));
  const namespace = names.filter((name) => name !== '').join('.');
  return namespace === '' ? undefined : namespace;
}

function namespaceOf(
  { table }: Entity,
  contract: ContractModel,
  writer: AvroWriter,
): string | undefined {
  const asked =
    textOf(table.customProperties['namespace']) ?? textOf(contract.customProperties['namespace']);
  if (asked === undefined) return namespaceOfId(contract.id);
  if (fullName.test(asked)) return asked;
  writer.notes.warn(table.name, `the namespace '${asked}' is none of Avro and was changed`);
  return namespaceOfId(asked) ?? namespaceOfId(contract.id);
}

type Named = { entity: Entity; name: string };

function recordOf({ entity, name }: Named, contract: ContractModel, writer: AvroWriter): object {
  const { table, fields } = entity;
  const namespace = namespaceOf(entity, contract, writer);
  const renamed = noteMemberName({ name: table.name, path: table.name }, writer.notes, {
    name,
    wanted: recordName(table.name),
    format: 'Avro',
  });
  const extra = [...renamed, ...(table.deprecated ? ['Deprecated'] : [])];
  const doc = typeDocumentation({ ...table, tags: [] }, extra).join('\n');
  if (fields.length === 0)
    writer.notes.warn(table.name, 'it has no properties, so the record has no fields');
  return {
    type: 'record',
    name,
    ...(namespace !== undefined && { namespace }),
    ...(doc !== '' && { doc }),
    ...(table.tags.length > 0 && { tags: table.tags }),
    fields: fieldsOfRecord(fields, name, writer),
  };
}

const textOfSchema = (schema: object): string => `${jsonText(schema, 2)}\n`;

function emptyFile(contract: ContractModel): GeneratedFile {
  const notes = createNotes();
  notes.warn(contract.id, 'the contract has no schema, so the record has no fields');
  const wanted = asciiName(contract.name ?? contract.id, 'contract');
  const name = createNameScope(reserved).take(wanted);
  return {
    filename: `${contractStem(contract)}.avsc`,
    language: 'json',
    content: textOfSchema({ type: 'record', name, fields: [] }),
    metadata: notes.list(),
  };
}

function noteTable({ table, fields }: Entity, notes: Notes): void {
  noteRules(fields, notes, language);
  noteComputed(table, notes);
  noteInexactBounds({ tables: [table] }, notes);
}

const recordName = (text: string): string => asciiName(text, language.typeName);

function generate(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  if (contract.tables.length === 0) return [emptyFile(contract)];
  // Names of records are unique in the namespace, so that all files can be loaded together.
  const scope = createNameScope(reserved, (name) => name.toLowerCase());
  const files = createFileScope();
  const texts = contract.tables.map((table) => table.name);
  const names = takeNames(texts, scope, recordName);
  return contract.tables.map((table, position) => {
    const notes = createNotes();
    const [entity = { table, fields: [] }] = shapesOf(
      { ...contract, tables: [table] },
      { server, notes },
    );
    const named = { entity, name: names[position] ?? language.typeName };
    const content = textOfSchema(recordOf(named, contract, { scope, notes }));
    noteTable(entity, notes);
    return {
      filename: `${files.take(fileStem(table.name, 'table'))}.avsc`,
      language: 'json',
      content,
      metadata: { table: table.name, ...notes.list() },
    };
  });
}

/** Apache Avro: one schema for each table. */
export const avro: Generator<'avro'> = { ...catalogue.avro, generate };
