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
import { paragraphLines, structLines } from './go-structs.ts';
import type { GoFile } from './go-structs.ts';

const keywords = new Set(
  (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package ' +
    'range return select struct switch type var main'
  ).split(' '),
);

/** Packages are called in small letters; a main package would need a function of that name. */
function packageOf({ id, name, customProperties }: ContractModel): string {
  const asked = textOf(customProperties['goPackageName']) ?? name ?? id;
  const word = asciiName(asked, 'contract').toLowerCase().replaceAll('_', '').slice(0, 60);
  return keywords.has(word) || !/^[a-z]/.test(word) ? `contract${word}` : word;
}

function bodyOf(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
  file: GoFile,
): string[] {
  const { scope, notes } = file;
  const entities = shapesOf(contract, { server, notes });
  const names = entities.map(({ table }) => scope.take(pascalName(table.name, 'Table')));
  return entities.flatMap(({ table, fields }, position) => {
    const name = names[position] ?? 'Table';
    noteConstraints(fields, notes, { place: 'only the comment says' });
    noteTableRules(table, notes, 'Go has no place for');
    const text = tableDocumentation(table, nameInContract(name, table.name));
    return structLines({ name, comment: paragraphLines(text), fields }, file);
  });
}

function importLines(imports: ReadonlySet<string>): string[] {
  if (imports.size === 0) return [];
  const paths = [...imports].sort().map((path) => `"${path}"`);
  if (paths.length === 1) return ['', `import ${paths[0]}`];
  return ['', 'import (', ...paths.map((path) => `\t${path}`), ')'];
}

function generate(
  contract: ContractModel,
  options: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const file: GoFile = { notes, scope: createNameScope(), imports: new Set() };
  const body = bodyOf(contract, options, file);
  if (body.length === 0)
    notes.add(contract.id, 'the contract has no schema, so the package has no types');
  const name = packageOf(contract);
  const [title = '', ...about] = contractDocumentation(contract);
  const lines = [
    ...paragraphLines([`Package ${name} holds the types of: ${title}`, ...about]),
    `package ${name}`,
    ...importLines(file.imports),
    ...body,
  ];
  return [
    {
      filename: fileNameOf(contract),
      language: 'go',
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list() },
    },
  ];
}

/** The words behind underscores say where a file of Go belongs: to tests, or to one platform. */
function fileNameOf({ name, id }: ContractModel): string {
  return `${fileStem(name ?? id, 'contract').replaceAll('_', '-')}.go`;
}

/** Go: one file with a struct for each table. */
export const go: Generator = {
  type: 'go',
  title: 'Go',
  description: 'One file with a struct for each table, with tags for JSON and Avro',
  languages: ['go'],
  dialects: [],
  variants: [],
  generate,
};
