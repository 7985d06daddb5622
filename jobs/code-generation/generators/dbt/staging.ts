import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { createNotes } from '../../shapes/notes.ts';
import { dbtFile, withNotes } from './files.ts';
import { commentLines, jinjaText } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import { dbtProjectOf } from './project.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { sourceFiles } from './sources.ts';
import { castType } from './types.ts';
import { sourceUsage } from './usage.ts';

/** Models that read the sources under the names and types of the contract. */
export const dbtStaging: Generator<'dbt-staging'> = { ...catalogue.dbtStaging, generate };

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const project = dbtProjectOf(contract, options, createNotes());
  return withNotes(project, stagingFiles(project));
}

/** Files that are a project with the sources and staging models of a contract. */
export function stagingFiles(project: DbtProject): GeneratedFile[] {
  const models = project.tables.map((table) =>
    dbtFile(`models/staging/${table.staging}.sql`, stagingSql(project, table)),
  );
  return [...models, ...sourceFiles(project)];
}

function columnLine({ dialect }: DbtProject, { source, staging, type }: DbtColumn): string {
  if (dbtPlatforms[dialect].uncast?.test(type) !== true) {
    return `    cast(${source.sql} as ${castType(dialect, type)}) as ${staging.sql}`;
  }
  return `    ${source.sql}${source.sql === staging.sql ? '' : ` as ${staging.sql}`}`;
}

function stagingSql(project: DbtProject, table: DbtTable): string {
  const lines = table.columns.map((column) => jinjaText(columnLine(project, column)));
  const { uncastNote } = dbtPlatforms[project.dialect];
  if (uncastNote !== undefined) project.notes.warn(table.where, uncastNote);
  return [
    ...commentLines(table.table.description ?? ''),
    'select',
    lines.length > 0 ? lines.join(',\n') : '    *',
    `from {{ ${sourceUsage.relation(table)} }}`,
    '',
  ].join('\n');
}
