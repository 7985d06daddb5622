import { textOf } from '../../../domain/standards/json-value.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../generator.ts';
import {
  contractDocumentation,
  noteConstraints,
  noteTableRules,
  tableDocumentation,
} from '../shapes/documentation.ts';
import {
  asciiName,
  createNameScope,
  fileStem,
  nameInContract,
  pascalName,
} from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import { shapesOf } from '../shapes/shapes-of-contract.ts';
import type { Entity } from '../shapes/shape.ts';
import { commentLines, messageLines } from './protobuf-message.ts';
import type { ProtoFile } from './protobuf-message.ts';

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
  notes.add(id, `the protoPackageName '${asked}' is none of Protocol Buffers and was changed`);
  return packageOfId(asked);
}

const inComments = 'only the comment says';

function entityLines({ table, fields }: Entity, name: string, file: ProtoFile): string[] {
  noteConstraints(fields, file.notes, { place: inComments });
  noteTableRules(table, file.notes, 'Protocol Buffers have no place for');
  return [
    '',
    ...commentLines(tableDocumentation(table, nameInContract(name, table.name))),
    ...messageLines({ name, fields, customProperties: table.customProperties }, file),
  ];
}

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
  const scope = createNameScope();
  const entities = shapesOf(contract, { server, notes });
  const bodies = entities.flatMap((entity) =>
    entityLines(entity, scope.take(pascalName(entity.table.name, 'Message')), file),
  );
  if (entities.length === 0)
    notes.add(contract.id, 'the contract has no schema, so there are no messages');
  const lines = [
    ...commentLines([...contractDocumentation(contract), numbering]),
    'syntax = "proto3";',
    '',
    `package ${packageText};`,
    ...(imports.size === 0 ? [] : ['']),
    ...[...imports].sort().map((path) => `import "${path}";`),
    ...bodies,
  ];
  return [
    {
      filename: `${fileStem(contract.name ?? contract.id, 'contract')}.proto`,
      language: 'protobuf',
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list() },
    },
  ];
}

/** Protocol Buffers: one file with a message for each table. */
export const protobuf: Generator = {
  type: 'protobuf',
  title: 'Protocol Buffers',
  description: 'One proto3 file with a message for each table',
  languages: ['protobuf'],
  dialects: [],
  variants: [],
  generate,
};
