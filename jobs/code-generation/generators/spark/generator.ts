import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import {
  createPythonScope,
  lostName,
  moduleDocumentation,
  moduleName,
  pythonName,
  tableLines,
} from '../../shapes/text/python-names.ts';
import {
  createImports,
  docstring,
  pythonComment,
  pythonModule,
} from '../../shapes/text/python-text.ts';
import { shapesOf } from '../../shapes/shapes-of-contract.ts';
import { structType } from './types.ts';
import type { SparkWriter } from './types.ts';

const typeNames =
  'ArrayType BinaryType BooleanType ByteType DateType DecimalType DoubleType FloatType IntegerType LongType MapType ' +
  'ShortType StringType StructField StructType TimestampNTZType TimestampType';

function generate(
  contract: ContractModel,
  { server }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const names = createPythonScope(typeNames);
  const writer: SparkWriter = { notes, server, imports: createImports(), names, blocks: [] };
  noteInexactBounds(contract, notes);
  if (contract.tables.length === 0)
    notes.warn(contract.id, 'the contract has no schema, so the module has no types');
  for (const { table, fields } of shapesOf(contract, { server, notes })) {
    const name = pythonName(table.name, 'table');
    const variable = names.take(name, `${name}_`);
    const type = structType(fields, { writer, indent: '', depth: 0, path: variable });
    if (lostName(variable, table.name).length > 0)
      notes.warn(table.name, 'it is called {} in Python', variable);
    const comment = pythonComment(tableLines(table, variable));
    writer.blocks.push([...comment, `${variable} = ${type}`]);
    noteEmptyTable(table, notes, 'its type has no fields');
    noteComputed(table, notes);
  }
  const doc = docstring(moduleDocumentation('Schemas for Spark', contract));
  const head = [...doc, ...(writer.blocks.length > 0 ? ['', ...writer.imports.lines()] : [])];
  return [
    {
      filename: moduleName(contract, 'schemas'),
      language: 'python',
      content: pythonModule([head, ...writer.blocks]),
      metadata: notes.list(),
    },
  ];
}

/** PySpark: one module for a contract with a StructType for each table. */
export const spark: Generator<'spark'> = { ...catalogue.spark, generate };
