import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { contractDocumentation } from '../../shapes/text/language-documentation.ts';
import type { Language } from '../../shapes/text/language-notes.ts';
import { contractFile, namedEntities } from '../../shapes/text/language.ts';
import { createNameScope } from '../../shapes/names.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { documentationLines, typeLines } from './types.ts';

/** Names that mean something in every file. */
const reserved = ['Array', 'Record', 'Object', 'String', 'Number', 'Boolean', 'Symbol', 'Function'];

const language: Language = {
  name: 'TypeScript',
  lacks: 'TypeScript has no place for',
  says: 'only the comment says',
  expressed: ['format uuid'],
  typeName: 'Table',
};

function typesOf(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
  notes: Notes,
): string[] {
  const scope = createNameScope(reserved);
  const entities = namedEntities(contract, { server, notes, scope }, language);
  return entities.flatMap(({ table, fields, name, documentation }) => {
    noteEmptyTable(table, notes, 'its type has none');
    const rounded: string[] = [];
    const { deprecated } = table;
    const lines = typeLines(
      { name, documentation, deprecated, fields },
      { scope, notes, rounded, root: table.name },
    );
    if (rounded.length > 0)
      notes.warn(
        table.name,
        'JavaScript rounds integers beyond 2^53 and decimals of more than 15 digits when it reads JSON: {}',
        rounded.join(', '),
      );
    return lines;
  });
}

function generate(
  contract: ContractModel,
  options: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const types = typesOf(contract, options, notes);
  if (types.length === 0)
    notes.warn(contract.id, 'the contract has no schema, so there are no types');
  const lines = [
    ...documentationLines(contractDocumentation(contract)),
    ...(types.length === 0 ? ['export {};'] : types),
  ];
  return contractFile(contract, { ending: 'ts', language: 'typescript', lines, notes });
}

/** TypeScript: one file with a type for each table. */
export const typescript: Generator<'typescript'> = { ...catalogue.typescript, generate };
