import { dialectOf } from '../../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractServer,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../../domain/standards/odcs/references.ts';
import type { ReferenceFinder } from '../../../../domain/standards/odcs/references.ts';
import type { GenerationOptions } from '../../generator.ts';
import { dbtModels } from '../catalogue.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import { asciiName, contractStem, createFileScope } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { dbtReferencesOf } from './references.ts';
import type { DbtReference } from './references.ts';
import { dbtTablesOf } from './tables.ts';
import type { DbtTable } from './tables.ts';

export type DbtProject = {
  contract: ContractModel;
  dialect: TypeDialect;
  server: ContractServer | undefined;
  /** True if dbt 1.9 has to read the project. */
  isOld: boolean;
  name: string;
  tables: readonly DbtTable[];
  /** The tables by physical name and by name, in lower case. */
  tablesByName: ReadonlyMap<string, DbtTable>;
  references: ReadonlyMap<DbtTable, readonly DbtReference[]>;
  notes: Notes;
  finder: ReferenceFinder;
  /** Names of the tests in separate files. */
  testNames: NameScope;
};

function dialectFor({ dialect, server }: GenerationOptions): TypeDialect {
  if (dialect !== undefined) return dialect;
  const type = server?.type.toLowerCase() ?? '';
  return dialectOf(type) ?? dbtModels.dialects.find((known) => known === type) ?? 'postgres';
}

const nameOf = (contract: ContractModel): string => asciiName(contractStem(contract), 'contract');

function byName(tables: readonly DbtTable[]): Map<string, DbtTable> {
  const entries = tables.flatMap((entry) =>
    [entry.table.name, entry.table.physicalName].map(
      (name) => [name.toLowerCase(), entry] as const,
    ),
  );
  const inSchemas = tables.map(
    (entry) => [entry.location.identifier.toLowerCase(), entry] as const,
  );
  return new Map([...inSchemas, ...entries]);
}

/** The parts of a dbt project, under names that dbt accepts. */
export function dbtProjectOf(
  contract: ContractModel,
  options: GenerationOptions,
  notes: Notes,
): DbtProject {
  const dialect = dialectFor(options);
  const tables = dbtTablesOf(contract, { dialect, server: options.server, notes });
  if (tables.length === 0) notes.warn('schema', 'the contract has no tables');
  for (const table of contract.tables) noteComputed(table, notes);
  noteInexactBounds(contract, notes);
  return {
    contract,
    dialect,
    server: options.server,
    notes,
    tables,
    tablesByName: byName(tables),
    isOld: options.compat === 'dbt-1.9',
    name: nameOf(contract),
    references: dbtReferencesOf(contract, tables, { dialect, notes }),
    finder: createReferenceFinder(contract),
    testNames: createFileScope(),
  };
}
