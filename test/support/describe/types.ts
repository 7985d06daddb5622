import { spellings } from '../../../domain/dialects/types/type-spellings.ts';
import { satisfiesLogicalType } from '../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { TypeRow } from '../../../domain/dialects/types/type-system.ts';
import { typeNamesOf, typeSystems } from '../../../domain/dialects/types/type-systems.ts';

const logicalTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'time',
  'timestamp',
  'object',
  'map',
  'array',
  'vector',
] as const;

/** Sections of `docs/types.md` about the dialects, written from their tables; a test keeps them up to date. */
export function describeTypes(): string {
  return (Object.keys(typeSystems) as TypeDialect[]).map(describeDialect).join('\n\n');
}

function describeDialect(dialect: TypeDialect): string {
  const { title, types, standsFor = {} } = typeSystems[dialect];
  const meanings = Object.entries(standsFor).map(
    ([name, text]) => `${code(name)} is ${code(text)}`,
  );
  return [
    `### ${title}`,
    '',
    '| Type | Also called | May be declared as `logicalType` |',
    '| --- | --- | --- |',
    ...types.map((row) => describeRow(dialect, row)),
    ...(meanings.length > 0 ? ['', `Here ${meanings.join(', ')}.`] : []),
    '',
    `Columns without a \`physicalType\` are created as: ${describeLogical(dialect)}.`,
    '',
    `Types of other platforms are written as: ${describeKinds(dialect)}.`,
    ...describeNearest(dialect),
  ].join('\n');
}

function describeRow(dialect: TypeDialect, row: TypeRow): string {
  const [first] = row.names;
  const names = typeNamesOf(dialect);
  const others = [...new Set([...row.names, ...spellings.flat()])].filter(
    (name) => name !== first && names.standsFor(name) === undefined && names.rowOf(name) === row,
  );
  const declared = logicalTypes.filter(
    (type) => row.logical !== undefined && satisfiesLogicalType(type, row.logical, first),
  );
  return `| ${code(first)} | ${others.map(code).join(', ')} | ${declared.join(', ')} |`;
}

function describeLogical(dialect: TypeDialect): string {
  const { logical } = typeSystems[dialect].sql;
  return logicalTypes.map((type) => `${type} ${code(logical[type])}`).join(', ');
}

/** Kinds with another name in this dialect. */
function describeKinds(dialect: TypeDialect): string {
  return describePairs(typeSystems[dialect].sql.writes);
}

function describeNearest(dialect: TypeDialect): string[] {
  const { approximates } = typeSystems[dialect].sql;
  const pairs = describePairs(approximates);
  return pairs === '' ? [] : ['', `With a note, as they are not the same: ${pairs}.`];
}

function describePairs(types: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(types)
    .map(([name, type]) => [name, type.replace(/=\w+/g, '')] as const)
    .filter(([name, type]) => type.toLowerCase().replace(/\(.*/, '') !== name);
  return pairs.map(([name, type]) => `${code(name)} ${code(type)}`).join(', ');
}

const code = (text: string): string => `\`${text}\``;
