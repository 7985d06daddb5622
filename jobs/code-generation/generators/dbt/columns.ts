import type {
  ContractProperty,
  ContractTable,
  Scalar,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { configOf } from './files.ts';
import { columnTests, testEntries } from './data-tests.ts';
import type { DbtValue } from './jinja.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import type { QualityTests } from './quality.ts';
import { isQuotable } from './usage.ts';
import type { Usage } from './usage.ts';

type Context = { project: DbtProject; usage: Usage; table: DbtTable; quality: QualityTests };

/** The description, or else the business name. */
export function descriptionOf(part: {
  description: string | undefined;
  businessName: string | undefined;
}): string | undefined {
  return part.description ?? part.businessName;
}

function testsOf({ project, usage, table, quality }: Context, column: DbtColumn): DbtValue[] {
  if (!isQuotable(usage, column)) {
    project.notes.warn(column.where, 'is not tested in the source; dbt cannot quote its name');
    return [];
  }
  const own = columnTests(project, usage, table, column);
  return testEntries(project, [...own, ...(quality.ofColumns.get(column) ?? [])]);
}

/** Attributes of a column that dbt has no field for. */
function metaOf(property: ContractProperty): Record<string, DbtValue | undefined> {
  const { enumTexts, examples, partitioned, partitionKeyPosition } = property;
  const values = enumTexts.map(({ value, label, description }) => ({ value, label, description }));
  return {
    classification: property.classification,
    business_name: property.description === undefined ? undefined : property.businessName,
    deprecated: property.deprecated || undefined,
    allowed_values: values.length > 0 ? values : undefined,
    partition_key: partitioned ? (partitionKeyPosition ?? true) : partitionKeyPosition,
    transform_logic: property.transformLogic,
    examples: examples.length > 0 ? examples.map(exampleOf) : undefined,
  };
}

const isPlain = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value);

const exampleOf = (example: unknown): DbtValue =>
  isPlain(example) ? example : JSON.stringify(example ?? null);

/** The `meta` of a table. */
export function tableMeta({
  description,
  businessName,
  deprecated,
}: ContractTable): Record<string, DbtValue | undefined> {
  return {
    business_name: description === undefined ? undefined : businessName,
    deprecated: deprecated || undefined,
  };
}

/** An entry of `columns`, in sources and models. */
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
    ...configOf({}, property.tags, metaOf(property)),
    constraints: constraints.length > 0 ? constraints : undefined,
    data_tests: tests.length > 0 ? tests : undefined,
  };
}
