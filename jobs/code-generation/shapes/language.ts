import type {
  ContractModel,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../generator.ts';
import { noteComputed } from './computed.ts';
import { noteTableRules } from './documentation.ts';
import { typeDocumentation } from './language-documentation.ts';
import { noteRules, noteTypeName } from './language-notes.ts';
import type { Language } from './language-notes.ts';
import { contractStem, pascalName, takeNames } from './names.ts';
import type { NameScope } from './names.ts';
import type { Notes } from './notes.ts';
import { noteOutsideTypes, saidInHeaders } from './placeless.ts';
import type { Entity } from './shape.ts';
import { shapesOf } from './shapes-of-contract.ts';

/** A table with the name of its type, and what is said of it. */
export type NamedEntity = Entity & { name: string; documentation: readonly string[] };

type Place = { server: ContractServer | undefined; notes: Notes; scope: NameScope };

/** The tables of a contract as types of one file; what is lost of them is noted. */
export function namedEntities(
  contract: ContractModel,
  { server, notes, scope }: Place,
  language: Language,
): NamedEntity[] {
  const entities = shapesOf(contract, { server, of: 'rows', notes });
  const nameOf = (text: string): string => pascalName(text, language.typeName);
  const texts = entities.map(({ table }) => table.name);
  const names = takeNames(texts, scope, nameOf);
  noteOutsideTypes(contract, notes, { said: saidInHeaders });
  return entities.map((entity, position) => {
    const { table, fields } = entity;
    const name = names[position] ?? language.typeName;
    const renamed = noteTypeName(notes, language, {
      text: table.name,
      wanted: nameOf(table.name),
      name,
    });
    noteRules(fields, notes, language);
    noteTableRules(
      language.hasLinks ? { ...table, relationships: [] } : table,
      notes,
      language.lacks,
    );
    noteComputed(table, notes);
    return { ...entity, name, documentation: typeDocumentation(table, renamed) };
  });
}

type Written = { ending: string; language: string; lines: readonly string[]; notes: Notes };

/** The one file of a format that writes all tables into one, called as the contract. */
export function contractFile(
  contract: ContractModel,
  { ending, language, lines, notes }: Written,
  stem = contractStem(contract),
): GeneratedFile[] {
  return [
    {
      filename: `${stem}.${ending}`,
      language,
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list() },
    },
  ];
}
