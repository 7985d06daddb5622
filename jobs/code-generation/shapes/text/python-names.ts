import type {
  ContractModel,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { plainLines, tableDocumentation } from '../documentation.ts';
import { asciiName, contractStem, createNameScope, pascalName } from '../names.ts';
import type { NameScope } from '../names.ts';
import type { Notes } from '../notes.ts';

/** Words of the language, which no name can be. */
const keywords =
  'False None True and as assert async await break class continue def del elif else except finally for from ' +
  'global if import in is lambda nonlocal not or pass raise return try while with yield';

/** Names that annotations and defaults are made of. */
const builtins =
  'Any Decimal Dict List Literal Optional UUID bool bytes dict dt float int list str';

const fixed = [...keywords.split(' '), ...builtins.split(' ')];

/** A scope of names that shadow nothing that generated modules need; `more` are names between spaces. */
export const createPythonScope = (more = ''): NameScope =>
  createNameScope([...fixed, ...more.split(' ')]);

/** A name for variables and members, which never begins with an underscore. */
export function pythonName(text: string, fallback: string): string {
  const name = asciiName(text, fallback).replace(/^_+/, '');
  return /^\d/.test(name) ? `${fallback}_${name}` : name;
}

/** Names of the members of one class, in their order; valid names stay unchanged. */
export function memberNames(names: readonly string[], scope: NameScope): string[] {
  const wanted = names.map((name) => pythonName(name, 'field'));
  const taken = new Map<number, string>();
  const isExact = (position: number): boolean => wanted[position] === names[position];
  const positions = names.map((_, position) => position);
  const inOrder = [
    ...positions.filter(isExact),
    ...positions.filter((position) => !isExact(position)),
  ];
  for (const position of inOrder) {
    const name = wanted[position] ?? 'field';
    taken.set(position, scope.take(name, `${name}_`));
  }
  return positions.map((position) => taken.get(position) ?? 'field');
}

/** A name of a class. */
export function className(scope: NameScope, text: string, parent = ''): string {
  const name = `${parent}${pascalName(text, 'Table')}`.slice(0, 200);
  return scope.take(name, `${name}_`);
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The comment with the original of a name, unless the name shows it. */
export function lostName(name: string, original: string): string[] {
  const isTaken = /_(?:\d+)?$/.test(name) && !original.endsWith(name);
  const isSame = letters(name) === letters(original) && !isTaken;
  return isSame ? [] : plainLines(`Name in the contract: ${original}`);
}

/** The documentation of the class or variable of a table. */
export function tableLines(table: ContractTable, name: string): string[] {
  const lines = tableDocumentation(table);
  const facts = [...lostName(name, table.name), ...(table.deprecated ? ['Deprecated'] : [])];
  return [...lines, ...(lines.length > 0 && facts.length > 0 ? [''] : []), ...facts];
}

const maxNames = 20;

/** Adds one note with the members of a class whose names differ from the contract. */
export function noteMemberNames(
  where: string,
  [originals, names]: readonly [originals: readonly string[], names: readonly string[]],
  notes: Notes,
): void {
  const changed = originals.flatMap((original, position) =>
    names[position] === original ? [] : [`${names[position]} (${original})`],
  );
  if (changed.length === 0) return;
  const more = changed.length > maxNames ? `, … and ${changed.length - maxNames} more` : '';
  notes.warn(
    where,
    'members have other names: {}',
    `${changed.slice(0, maxNames).join(', ')}${more}`,
  );
}

/** `orders_models.py`: the suffix avoids clashes between kinds of modules and with those of Python. */
export function moduleName(contract: ContractModel, kind: string): string {
  const stem = contractStem(contract);
  const start = /^\d/.test(stem) ? 'contract_' : '';
  return `${start}${stem}_${kind}.py`;
}

/** The docstring of a module. */
export function moduleDocumentation(title: string, contract: ContractModel): string[] {
  const { name, id, version, description, tags } = contract;
  const end = version === '' ? '' : `, version ${version}`;
  const first = plainLines(
    `${title} of data contract ${name ?? id}${end}.`.replaceAll(/\s+/g, ' '),
  );
  const { purpose, usage, limitations } = description;
  const texts = [
    plainLines(purpose),
    plainLines(usage && `Usage: ${usage}`),
    plainLines(limitations && `Limitations: ${limitations}`),
    plainLines(tags.length > 0 ? `Tags: ${tags.join(', ')}` : undefined),
  ];
  return texts
    .filter((lines) => lines.length > 0)
    .reduce((all, lines) => [...all, '', ...lines], first);
}
