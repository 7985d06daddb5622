import { textOf } from '../../../../domain/standards/json-value.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { contractDocumentation } from '../../shapes/text/language-documentation.ts';
import type { Language } from '../../shapes/text/language-notes.ts';
import { contractFile, namedEntities } from '../../shapes/text/language.ts';
import { asciiName, contractStem, createNameScope } from '../../shapes/names.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import { docCommentLines } from './comments.ts';
import { goName } from './names.ts';
import { structLines } from './structs.ts';
import type { GoFile } from './structs.ts';

const keywords = new Set(
  (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package ' +
    'range return select struct switch type var main'
  ).split(' '),
);

const language: Language = {
  name: 'Go',
  lacks: 'Go has no place for',
  says: 'only the comment says',
  expressed: 'i8 i16 i32 i64 u8 u16 u32 u64 f32 f64'.split(' ').map((name) => `format ${name}`),
  hasLengths: true,
  typeName: 'Table',
  nameOf: goName,
};

/** Package names are lowercase; a `main` package would need a function of that name. */
function packageOf({ id, name, customProperties }: ContractModel): string {
  const ofId = asciiName(id, 'contract');
  const asked = textOf(customProperties['goPackageName']) ?? name ?? id;
  const packageName = asciiName(asked, ofId).toLowerCase().replaceAll('_', '').slice(0, 60);
  return keywords.has(packageName) || !/^[a-z]/.test(packageName)
    ? `contract${packageName}`
    : packageName;
}

function bodyOf(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
  file: GoFile,
): string[] {
  const entities = namedEntities(contract, { ...file, server }, language);
  for (const { table } of entities) noteEmptyTable(table, file.notes, 'its struct has no fields');
  return entities.flatMap(({ table, name, documentation, fields }) =>
    structLines({ name, comment: docCommentLines(documentation, table.deprecated), fields }, file),
  );
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
    notes.warn(contract.id, 'the contract has no schema, so the package has no types');
  const name = packageOf(contract);
  const [title = '', ...about] = contractDocumentation(contract);
  const lines = [
    ...docCommentLines([`Package ${name} holds the types of: ${title}`, ...about]),
    `package ${name}`,
    ...importLines(file.imports),
    ...body,
  ];
  // A suffix such as `_test` or `_linux` restricts a Go file to tests or a platform.
  const stem = `${contractStem(contract)}_types`;
  return contractFile(contract, { ending: 'go', language: 'go', lines, notes }, stem);
}

/** Go: one file with a struct for each table. */
export const go: Generator<'go'> = { ...catalogue.go, generate };
