import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { createNotes } from '../../shapes/notes.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import {
  className,
  createPythonScope,
  moduleDocumentation,
  moduleName,
  pythonName,
} from '../../shapes/text/python-names.ts';
import { createImports, docstring, pythonModule } from '../../shapes/text/python-text.ts';
import { shapesOf } from '../../shapes/shapes-of-contract.ts';
import type { Entity } from '../../shapes/shape.ts';
import { splitName } from '../sql/table-location.ts';
import { cyclicKeys, primaryKeyOf, usableForeignKeys } from './keys.ts';
import { nameForPlatform, schemaOf } from './names.ts';
import { alchemyNames, writeTable } from './tables.ts';
import type { AlchemyWriter } from './writer.ts';

/** Most platforms refuse tables without columns. */
function withoutEmpty(entities: readonly Entity[], { notes }: AlchemyWriter): Entity[] {
  return entities.filter(({ table, fields }) => {
    if (fields.length > 0) return true;
    notes.warn(table.name, 'has no properties; left out');
    noteComputed(table, notes);
    return false;
  });
}

/** SQLAlchemy refuses two tables of one name. */
function withoutRepeated(entities: readonly Entity[], writer: AlchemyWriter): Entity[] {
  const seen = new Set<string>();
  return entities.filter(({ table }) => {
    const name = `${schemaOf(table, writer) ?? ''}.${splitName(table, writer.server).name}`;
    const isRepeated = seen.has(name);
    seen.add(name);
    if (isRepeated)
      writer.notes.warn(table.name, 'a table of this name is there already, so it is left out');
    return !isRepeated;
  });
}

function baseOf({ version, imports }: AlchemyWriter): string[] {
  if (version === 1) return [`Base = ${imports.use('sqlalchemy.orm', 'declarative_base')}()`];
  return [`class Base(${imports.use('sqlalchemy.orm', 'DeclarativeBase')}):`, '    pass'];
}

function tableBlocks(contract: ContractModel, writer: AlchemyWriter): string[][] {
  const { notes, server } = writer;
  const written = withoutEmpty(shapesOf(contract, { server, notes }), writer);
  const distinct = withoutRepeated(written, writer);
  const { entities, nameOf } = nameForPlatform(distinct, writer);
  const keys = usableForeignKeys(contract, entities, writer);
  const cyclic = cyclicKeys(keys);
  const scope = createPythonScope(alchemyNames);
  return entities.map((entity) => {
    const { table } = entity;
    const variable = pythonName(table.name, 'table');
    const name =
      primaryKeyOf(table.properties).length > 0
        ? className(scope, table.name)
        : scope.take(variable, `${variable}_`);
    const foreignKeys = keys.filter((key) => key.table === table);
    noteComputed(table, notes);
    if (/view/i.test(table.physicalType ?? ''))
      notes.warn(table.name, 'it is a view, written as a table');
    return writeTable({ entity, name, foreignKeys, cyclic, nameOf }, writer);
  });
}

function generate(
  contract: ContractModel,
  { server, dialect, compat }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const imports = createImports();
  const version = compat === 'v1' ? 1 : 2;
  const writer: AlchemyWriter = { version, dialect, notes, server, imports };
  noteInexactBounds(contract, notes);
  if (contract.tables.length === 0)
    notes.warn(contract.id, 'the contract has no schema, so the module has no tables');
  const blocks = [baseOf(writer), ...tableBlocks(contract, writer)];
  const doc = docstring(moduleDocumentation('Tables', contract));
  return [
    {
      filename: moduleName(contract, 'tables'),
      language: 'python',
      content: pythonModule([[...doc, '', ...imports.lines()], ...blocks]),
      metadata: { dialect, ...notes.list() },
    },
  ];
}

/** SQLAlchemy: one module for a contract; declarative classes of version 2, or `v1` for 1.4, which version 2 reads, too. */
export const sqlalchemy: Generator<'sqlalchemy'> = { ...catalogue.sqlalchemy, generate };
