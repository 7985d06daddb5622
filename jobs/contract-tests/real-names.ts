import type { Dialect } from '../../domain/dialects/dialect.ts';
import { typeSystems } from '../../domain/dialects/types/type-systems.ts';
import type { NamePiece, QueryPiece } from './plan/planned-check.ts';
import { findColumn } from './table-under-test.ts';
import type { TableUnderTest } from './table-under-test.ts';

/** Servers that find unquoted names of tables in the same case only, but names of columns in any case. */
const exactTables: ReadonlySet<Dialect> = new Set(['mysql']);

type Fold = (name: string) => string;

const toLower: Fold = (name) => name.toLowerCase();
const asIs: Fold = (name) => name;

/** Case folding of unquoted names; other servers ignore case. */
const folds: Partial<Record<Dialect, Fold>> = {
  postgres: toLower,
  redshift: toLower,
  snowflake: (name) => name.toUpperCase(),
};

function isReadAs({ names, name, written }: NamePiece, real: string[], dialect: Dialect): boolean {
  const isQuoted = written !== name;
  const parts = isQuoted ? [name] : name.split('.');
  if (parts.length !== real.length) return false;
  const isExact = isQuoted || (names === 'table' && exactTables.has(dialect));
  const fold = isExact ? asIs : folds[dialect];
  return parts.every((part, index) => {
    const found = real[index] ?? '';
    return fold === undefined ? toLower(part) === toLower(found) : fold(part) === found;
  });
}

/** The source's name of the table or column, if known. */
function realNameOf({ table }: TableUnderTest, { names, name }: NamePiece): string[] | undefined {
  if (names === 'table') return table.path === undefined ? undefined : [...table.path];
  const column = findColumn(table, name);
  return column === undefined ? undefined : [column.name];
}

/**
 * The query of a rule with the names of the source, quoted where it would fold them differently. Files are
 * views created with the names of the contract.
 */
export function withRealNames(under: TableUnderTest, pieces: readonly QueryPiece[]): string {
  const { dialect } = under;
  const write = (piece: QueryPiece): string => {
    if (typeof piece === 'string') return piece;
    const hasViews = typeSystems[dialect.name].readsFiles === true;
    const real = hasViews ? undefined : realNameOf(under, piece);
    if (real === undefined || isReadAs(piece, real, dialect.name)) return piece.written;
    return real.map((part) => dialect.identifier(part)).join('.');
  };
  return pieces.map(write).join('');
}
