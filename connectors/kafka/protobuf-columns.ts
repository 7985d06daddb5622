import protobuf from 'protobufjs';
import type { Field, NamespaceBase } from 'protobufjs';
import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { SchemaColumns } from '../avro/columns.ts';
import { facts } from '../../lib/json/facts.ts';

const { Enum, MapField, Type } = protobuf;

const options = { keepCase: true, alternateCommentMode: true };

/**
 * Fields of the first message of a .proto text, which is the message of a topic; `references` are the imported texts. Types
 * without a definition, such as those of Google, appear by name. Throws when the text is no Protobuf.
 */
export function columnsOfProtobuf(text: string, references: readonly string[] = []): SchemaColumns {
  const root = new protobuf.Root();
  for (const reference of references) parse(reference, root);
  const { package: space } = parse(text, root);
  settleFeatures(root);
  const first = /(?:^|[;{}]|\*\/)\s*message\s+(\w+)/m.exec(withoutComments(text))?.[1];
  const message = root.lookup(`.${space === undefined ? '' : `${space}.`}${first ?? ''}`, [Type]);
  if (!(message instanceof Type)) throw new Error('the Protobuf text has no message');
  const description = message.comment?.trim() ?? '';
  return {
    columns: message.fieldsArray.map((field) => columnOf(field, [message])),
    ...(description === '' ? {} : { description }),
  };
}

function parse(text: string, root: protobuf.Root): protobuf.IParserResult {
  try {
    return protobuf.parse(text, root, options);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new Error(`the Protobuf text cannot be read: ${message}`, { cause: error });
  }
}

/** Resolving features determines which fields are required; missing types do not matter here. */
function settleFeatures(root: protobuf.Root): void {
  try {
    root.resolveAll();
  } catch {
    // resolveAll resolves the features before it fails.
  }
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g, ' ');

function columnOf(field: Field, open: readonly NamespaceBase[]): ScannedColumn {
  const description = field.comment?.trim() ?? '';
  const column = field.repeated
    ? { name: field.name, type: 'repeated', items: single('items', field, open) }
    : single(field.name, field, open);
  const custom = { ...column.custom, ...facts({ oneof: oneofOf(field) }) };
  return {
    ...column,
    ...(field.required ? { required: true } : {}),
    ...(description === '' ? {} : { description }),
    ...(Object.keys(custom).length === 0 ? {} : { custom }),
  };
}

/** protobufjs represents `optional` as a oneof with one member and a generated name. */
function oneofOf({ partOf }: Field): string | undefined {
  return partOf === null || partOf === undefined || partOf.name.startsWith('_')
    ? undefined
    : partOf.name;
}

function single(name: string, field: Field, open: readonly NamespaceBase[]): ScannedColumn {
  if (field instanceof MapField) {
    const { name: _name, ...values } = typed('values', field, open);
    const written = JSON.parse(JSON.stringify(values)) as JsonObject;
    return { name, type: `map<${field.keyType}, ${field.type}>`, custom: { values: written } };
  }
  return typed(name, field, open);
}

function typed(name: string, field: Field, open: readonly NamespaceBase[]): ScannedColumn {
  const target = field.parent?.lookup(field.type, [Type, Enum]) ?? undefined;
  if (target instanceof Enum) {
    return { name, type: 'enum', custom: { symbols: Object.keys(target.values) } };
  }
  if (!(target instanceof Type)) return { name, type: field.type.replace(/^\./, '') };
  const type = target.fullName.replace(/^\./, '');
  // A recursive message is only named.
  if (open.includes(target)) return { name, type };
  const properties = target.fieldsArray.map((each) => columnOf(each, [...open, target]));
  return { name, type, properties };
}
