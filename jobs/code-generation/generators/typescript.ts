import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../generator.ts';
import {
  contractDocumentation,
  noteConstraints,
  noteTableRules,
  tableDocumentation,
} from '../shapes/documentation.ts';
import { createNameScope, fileStem, nameInContract, pascalName } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Notes } from '../shapes/notes.ts';
import { shapesOf } from '../shapes/shapes-of-contract.ts';
import { documentationLines, typeLines } from './typescript-types.ts';

/** Names that mean something in every file. */
const reserved = ['Array', 'Record', 'Object', 'String', 'Number', 'Boolean', 'Symbol', 'Function'];

function typesOf(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
  notes: Notes,
): string[] {
  const entities = shapesOf(contract, { server, notes });
  const scope = createNameScope(reserved);
  const names = entities.map(({ table }) => scope.take(pascalName(table.name, 'Table')));
  return entities.flatMap(({ table, fields }, position) => {
    const name = names[position] ?? 'Table';
    noteConstraints(fields, notes, { place: 'only the comment says' });
    noteTableRules(table, notes, 'TypeScript has no place for');
    if (fields.length === 0) notes.add(table.name, 'it has no properties, so its type has none');
    const documentation = tableDocumentation(table, nameInContract(name, table.name));
    return typeLines({ name, documentation, fields }, { scope, notes });
  });
}

function generate(
  contract: ContractModel,
  options: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const types = typesOf(contract, options, notes);
  if (types.length === 0)
    notes.add(contract.id, 'the contract has no schema, so there are no types');
  const lines = [
    ...documentationLines(contractDocumentation(contract)),
    ...(types.length === 0 ? ['export {};'] : types),
  ];
  return [
    {
      filename: `${fileStem(contract.name ?? contract.id, 'contract')}.ts`,
      language: 'typescript',
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list() },
    },
  ];
}

/** TypeScript: one file with a type for each table. */
export const typescript: Generator = {
  type: 'typescript',
  title: 'TypeScript',
  description: 'One file with a type for each table, as its rows are in JSON',
  languages: ['typescript'],
  dialects: [],
  variants: [],
  generate,
};
