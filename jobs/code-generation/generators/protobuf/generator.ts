import { textOf } from '../../../../domain/standards/json-value.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { contractDocumentation } from '../../shapes/text/language-documentation.ts';
import type { Language } from '../../shapes/text/language-notes.ts';
import { contractFile, namedEntities } from '../../shapes/text/language.ts';
import { asciiName, createNameScope } from '../../shapes/names.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import { commentLines, messageLines } from './message.ts';
import type { ProtoFile } from './message.ts';

const packageName = /^(?!__)[A-Za-z_][A-Za-z0-9_]*(?:\.(?!__)[A-Za-z_][A-Za-z0-9_]*)*$/;

/** `urn:datacontract:Orders-Latest` → `urn.datacontract.orders_latest`. */
function packageOfId(id: string): string {
  const parts = id.slice(0, 200).split(/[.:/\\]+/);
  const names = parts.map((part) => asciiName(part.replace(/^_+/, ''), '').toLowerCase());
  return names.filter((name) => name !== '').join('.') || 'contract';
}

function packageOf({ id, customProperties }: ContractModel, { notes }: ProtoFile): string {
  const asked = textOf(customProperties['protoPackageName']);
  if (asked === undefined) return packageOfId(id);
  if (packageName.test(asked)) return asked;
  notes.warn(id, `the protoPackageName '${asked}' is none of Protocol Buffers and was changed`);
  return packageOfId(asked);
}

const language: Language = {
  name: 'Protocol Buffers',
  lacks: 'Protocol Buffers have no place for',
  says: 'only the comment says',
  expressed: 'i32 i64 u32 u64 f32 f64'.split(' ').map((name) => `format ${name}`),
  typeName: 'Message',
};

const numbering =
  'Fields are numbered in the order of the contract; the custom property protoFieldNumber keeps a number.';

function generate(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const imports = new Set<string>();
  const file: ProtoFile = { notes, imports };
  const packageText = packageOf(contract, file);
  const entities = namedEntities(contract, { server, notes, scope: createNameScope() }, language);
  for (const { table } of entities) noteEmptyTable(table, notes, 'its message has no fields');
  const bodies = entities.flatMap(({ table, name, fields, documentation }) => [
    '',
    ...commentLines(documentation),
    ...messageLines({ name, fields, deprecated: table.deprecated }, file),
  ]);
  if (entities.length === 0)
    notes.warn(contract.id, 'the contract has no schema, so there are no messages');
  const lines = [
    ...commentLines([...contractDocumentation(contract), numbering]),
    'syntax = "proto3";',
    '',
    `package ${packageText};`,
    ...(imports.size === 0 ? [] : ['']),
    ...[...imports].sort().map((path) => `import "${path}";`),
    ...bodies,
  ];
  return contractFile(contract, { ending: 'proto', language: 'protobuf', lines, notes });
}

/** Protocol Buffers: one file with a message for each table. */
export const protobuf: Generator<'protobuf'> = { ...catalogue.protobuf, generate };
