import type {
  ContractModel,
  ContractServer,
} from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../generator.ts';
import { noteComputed } from '../computed.ts';
import { typeDocumentation } from './language-documentation.ts';
import { noteRules, noteTypeName } from './language-notes.ts';
import type { Language } from './language-notes.ts';
import { contractStem, pascalName, takeNames } from '../names.ts';
import type { NameScope } from '../names.ts';
import type { Notes } from '../notes.ts';
import { noteInexactBounds } from '../inexact-bounds.ts';
import type { Entity } from '../shape.ts';
import { shapesOf } from '../shapes-of-contract.ts';

/** A table with the name and documentation of its type. */
export type NamedEntity = Entity & { name: string; documentation: readonly string[] };

type Options = { server: ContractServer | undefined; notes: Notes; scope: NameScope };

/** The tables of a contract as types of one file; losses are noted. */
export function namedEntities(
  contract: ContractModel,
  { server, notes, scope }: Options,
  language: Language,
): NamedEntity[] {
  const entities = shapesOf(contract, { server, of: 'rows', notes });
  const { nameOf: write = pascalName, typeName } = language;
  const nameOf = (text: string): string => write(text, typeName);
  const texts = entities.map(({ table }) => table.name);
  const names = takeNames(texts, scope, nameOf);
  noteInexactBounds(contract, notes);
  return entities.map((entity, position) => {
    const { table, fields } = entity;
    const name = names[position] ?? language.typeName;
    const renamed = noteTypeName(notes, language, {
      text: table.name,
      wanted: nameOf(table.name),
      name,
    });
    noteRules(fields, notes, language);
    noteComputed(table, notes);
    return { ...entity, name, documentation: typeDocumentation(table, renamed) };
  });
}

type Written = { ending: string; language: string; lines: readonly string[]; notes: Notes };

/** The file of a format that has one file for all tables, named after the contract. */
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
      metadata: notes.list(),
    },
  ];
}
