import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { allowsMore } from '../../shapes/additional-columns.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import {
  createPythonScope,
  moduleDocumentation,
  moduleName,
} from '../../shapes/text/python-names.ts';
import { createImports, docstring, pythonModule } from '../../shapes/text/python-text.ts';
import { shapesOf } from '../../shapes/shapes-of-contract.ts';
import { writeTableClass } from './classes.ts';
import { pydanticNames } from './names.ts';
import type { PydanticWriter } from './types.ts';

function generate(
  contract: ContractModel,
  { server, compat }: Parameters<Generator['generate']>[1],
): GeneratedFile[] {
  const notes = createNotes();
  const imports = createImports();
  const writer: PydanticWriter = {
    version: compat === 'v1' ? 1 : 2,
    notes,
    server,
    imports,
    classes: createPythonScope(pydanticNames),
    blocks: [],
  };
  noteInexactBounds(contract, notes);
  if (contract.tables.length === 0)
    notes.warn(contract.id, 'the contract has no schema, so the module has no models');
  for (const { table, fields } of shapesOf(contract, { server, of: 'rows', notes })) {
    writeTableClass(writer, table, { fields, isOpen: allowsMore(table, contract) });
    noteEmptyTable(table, notes, 'its class has no members');
    noteComputed(table, notes);
  }
  const doc = docstring(moduleDocumentation('Models', contract));
  const head = [...doc, ...(writer.blocks.length > 0 ? ['', ...imports.lines()] : [])];
  return [
    {
      filename: moduleName(contract, 'models'),
      language: 'python',
      content: pythonModule([head, ...writer.blocks]),
      metadata: notes.list(),
    },
  ];
}

/** Pydantic models: one module for a contract; version 2, or `v1` for 1.10. */
export const pydantic: Generator<'pydantic'> = { ...catalogue.pydantic, generate };
