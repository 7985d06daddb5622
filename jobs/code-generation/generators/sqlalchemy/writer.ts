import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { PythonImports } from '../../shapes/text/python-text.ts';
import { platformOf } from './platforms.ts';

export type AlchemyWriter = {
  /** 1 is the form that 1.4 and 2 read. */
  version: 1 | 2;
  dialect: TypeDialect | undefined;
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
};

/** The type of a column and the Python type of its values, which is computed (and imported) only where it is written. */
export type AlchemyType = { column: string; python: () => string };

/** A column whose values are compared: a key, a unique one or one that refers to another table. */
export type Context = { writer: AlchemyWriter; isKey: boolean };

/** A name that SQLAlchemy has for all platforms. */
export const generic = (writer: AlchemyWriter, name: string): string =>
  writer.imports.use('sqlalchemy', name);

/** A name that SQLAlchemy has for the platform of the writer. */
export const special = ({ imports, dialect }: AlchemyWriter, name: string): string =>
  imports.use(`sqlalchemy.dialects.${platformOf(dialect).module}`, name);
