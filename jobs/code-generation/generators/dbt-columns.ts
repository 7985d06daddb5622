import { configOf } from './dbt-files.ts';
import { columnTests, testEntries } from './dbt-data-tests.ts';
import type { DbtValue } from './dbt-jinja.ts';
import type { DbtColumn, DbtProject, DbtTable } from './dbt-project.ts';
import type { QualityTests } from './dbt-quality.ts';
import { isQuotable } from './dbt-usage.ts';
import type { Usage } from './dbt-usage.ts';

type Context = { project: DbtProject; usage: Usage; table: DbtTable; quality: QualityTests };

/** The business name stands for a description that is not there. */
export function descriptionOf(part: {
  description: string | undefined;
  businessName: string | undefined;
}): string | undefined {
  return part.description ?? part.businessName;
}

function testsOf({ project, usage, table, quality }: Context, column: DbtColumn): DbtValue[] {
  if (!isQuotable(usage, column)) {
    project.notes.add(column.where, 'is not tested in the source; dbt cannot quote its name');
    return [];
  }
  const own = columnTests(project, usage, table, column);
  return testEntries(project, [...own, ...(quality.ofColumns.get(column) ?? [])]);
}

/** One of `columns`, in sources and models. */
export function columnEntry(
  context: Context,
  column: DbtColumn,
  constraints: readonly DbtValue[] = [],
): DbtValue {
  const { property, type } = column;
  const { name, sql } = context.usage.nameOf(column);
  const tests = testsOf(context, column);
  return {
    name,
    quote: sql === name ? undefined : true,
    data_type: type,
    description: descriptionOf(property),
    ...configOf({}, property.tags, {
      classification: property.classification,
      business_name: property.description === undefined ? undefined : property.businessName,
    }),
    constraints: constraints.length > 0 ? constraints : undefined,
    data_tests: tests.length > 0 ? tests : undefined,
  };
}
