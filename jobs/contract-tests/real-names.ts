import type { Dialect } from '../../domain/dialects/dialect.ts';
import type { NamePiece, QueryPiece } from './plan/planned-check.ts';
import { findColumn } from './table-under-test.ts';
import type { TableUnderTest } from './table-under-test.ts';

type Fold = (name: string) => string;

const toLower: Fold = (name) => name.toLowerCase();
const asIs: Fold = (name) => name;

/** What a server reads an unquoted name as; the others find names in any case of letters. */
const folds: Partial<Record<Dialect, Fold>> = {
  postgres: toLower,
  redshift: toLower,
  snowflake: (name) => name.toUpperCase(),
};

function isReadAs({ names, name, written }: NamePiece, real: string[], dialect: Dialect): boolean {
  const isQuoted = written !== name;
  const parts = isQuoted ? [name] : name.split('.');
  if (parts.length !== real.length) return false;
  const isExact = isQuoted || (names === 'table' && dialect === 'mysql');
  const fold = isExact ? asIs : folds[dialect];
  return parts.every((part, index) => {
    const found = real[index] ?? '';
    return fold === undefined ? toLower(part) === toLower(found) : fold(part) === found;
  });
}

/** What the source calls the table or column, where that is known. */
function realNameOf({ table }: TableUnderTest, { names, name }: NamePiece): string[] | undefined {
  if (names === 'table') return table.path === undefined ? undefined : [...table.path];
  const column = findColumn(table, name);
  return column === undefined ? undefined : [column.name];
}

/**
 * The query of a rule with the names that the source has, quoted where it would read them as something else. Files are views that
 * are made for the names of the contract.
 */
export function withRealNames(under: TableUnderTest, pieces: readonly QueryPiece[]): string {
  const { dialect } = under;
  const write = (piece: QueryPiece): string => {
    if (typeof piece === 'string') return piece;
    const real = dialect.name === 'duckdb' ? undefined : realNameOf(under, piece);
    if (real === undefined || isReadAs(piece, real, dialect.name)) return piece.written;
    return real.map((part) => dialect.identifier(part)).join('.');
  };
  return pieces.map(write).join('');
}
