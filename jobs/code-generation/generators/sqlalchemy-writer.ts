import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../shapes/notes.ts';
import type { PythonImports } from '../shapes/python-text.ts';

export type AlchemyWriter = {
  /** 1 is the form that 1.4 and 2 read. */
  version: 1 | 2;
  dialect: TypeDialect | undefined;
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
};

/** A type of a column, and what its values are in Python: asked for only where it is written. */
export type AlchemyType = { column: string; python: () => string };

/** A column whose values are compared: a key, a unique one or one that refers to another table. */
export type Place = { writer: AlchemyWriter; isKey: boolean };

/** A name that SQLAlchemy has for all platforms. */
export const generic = (writer: AlchemyWriter, name: string): string =>
  writer.imports.use('sqlalchemy', name);

const modules = { mysql: 'mysql', oracle: 'oracle', sqlserver: 'mssql', postgres: 'postgresql' };

/** A name that SQLAlchemy has for one platform. */
export const special = (
  { imports }: AlchemyWriter,
  dialect: keyof typeof modules,
  name: string,
): string => imports.use(`sqlalchemy.dialects.${modules[dialect]}`, name);
