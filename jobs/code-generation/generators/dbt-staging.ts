import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { createNotes } from '../shapes/notes.ts';
import { dbtFile, withNotes } from './dbt-files.ts';
import { commentLines, jinjaText } from './dbt-jinja.ts';
import { dbtDialects, dbtProjectOf, dbtVariants } from './dbt-project.ts';
import type { DbtProject } from './dbt-project.ts';
import type { DbtColumn, DbtTable } from './dbt-tables.ts';
import { sourceFiles } from './dbt-sources.ts';
import { castType } from './dbt-types.ts';
import { sourceUsage } from './dbt-usage.ts';

/** Models that read the sources under the names and types of the contract. */
export const dbtStaging: Generator = {
  type: 'dbt-staging',
  title: 'dbt staging models',
  description: 'One model for each table that renames and casts the columns of its source',
  languages: ['sql', 'yaml'],
  dialects: dbtDialects,
  variants: dbtVariants,
  generate,
};

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

function isCast(dialect: TypeDialect, type: string): boolean {
  if (dialect === 'mysql') return false;
  return dialect !== 'oracle' || !/LOB|JSON|XML|LONG|BFILE|VARCHAR/i.test(type);
}

function columnLine({ dialect }: DbtProject, { source, staging, type }: DbtColumn): string {
  if (isCast(dialect, type)) {
    return `    cast(${source.sql} as ${castType(dialect, type)}) as ${staging.sql}`;
  }
  return `    ${source.sql}${source.sql === staging.sql ? '' : ` as ${staging.sql}`}`;
}

function stagingSql(project: DbtProject, table: DbtTable): string {
  const lines = table.columns.map((column) => jinjaText(columnLine(project, column)));
  if (project.dialect === 'mysql')
    project.notes.add(table.where, 'columns of staging models are not cast in MySQL');
  return [
    ...commentLines(table.table.description ?? ''),
    'select',
    lines.length > 0 ? lines.join(',\n') : '    *',
    `from {{ ${sourceUsage.relation(table)} }}`,
    '',
  ].join('\n');
}
