import { isUuidType } from '../../../../domain/dialects/types/column-types.ts';
import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import type { ContractProperty, Scalar } from '../../../../domain/standards/odcs/contract-model.ts';
import { comparedAs, conditionsOf, inCondition, literalFor } from './conditions.ts';
import type { RuleColumn } from './conditions.ts';
import { saidInside } from '../../shapes/unsupported-members.ts';
import type { DbtValue } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { queryDialect } from './types.ts';
import type { Usage } from './usage.ts';

/** An entry of `data_tests`. */
export type DataTest = {
  name: string;
  arguments?: Readonly<Record<string, DbtValue>>;
  severity?: 'warn';
};

/** Generic tests that need no package; `tests/generic/` of the project contains them. */
export const genericTests: Readonly<Record<string, string>> = {
  contract_rule: `{# Rows that break a rule of the data contract; the rule is a condition in SQL. #}
{% test contract_rule(model, column_name, rule) %}
select {{ column_name }}
from {{ model }}
where not ({{ rule }})
{% endtest %}
`,
  contract_unique_columns: `{# Values that several columns of a data contract have together more than once. #}
{% test contract_unique_columns(model, columns) %}
select {{ columns | join(', ') }}
from {{ model }}
group by {{ columns | join(', ') }}
having count(*) > 1
{% endtest %}
`,
  contract_relationship: `{# Values of several columns that no row of the other table has. #}
{% test contract_relationship(model, columns, to, to_columns) %}
select child.*
from {{ model }} child
where not exists (
    select 1
    from {{ to }} parent
    where {% for column in columns %}parent.{{ to_columns[loop.index0] }} = child.{{ column }}{% if not loop.last %} and {% endif %}{% endfor %}

)
and {% for column in columns %}child.{{ column }} is not null{% if not loop.last %} and {% endif %}{% endfor %}

{% endtest %}
`,
};

/** A column as its rules are written in tests. */
export function ruleColumn(project: DbtProject, usage: Usage, column: DbtColumn): RuleColumn {
  const dialect = queryDialect(project.dialect);
  const addWarning = (clause: string): void => project.notes.warn(column.where, clause);
  return { dialect, sql: usage.nameOf(column).sql, type: column.type, addWarning };
}

/** `data_tests` without duplicates, with arguments where the version of dbt expects them. */
export function testEntries(project: DbtProject, tests: readonly DataTest[]): DbtValue[] {
  const byContent = new Map(tests.map((test) => [`${test.name} ${argumentText(test)}`, test]));
  return [...byContent.values()].map(({ name, arguments: given, severity }) => {
    if (given === undefined && severity === undefined) return name;
    const config = severity === undefined ? {} : { config: { severity } };
    const inside = project.isOld ? given : given && { arguments: given };
    return { [name]: { ...inside, ...config } };
  });
}

const argumentText = (test: DataTest): string => JSON.stringify(test.arguments ?? {});

/** The built-in test of allowed values; dbt puts texts in quotation marks without escaping them. */
export function acceptedValues(
  column: RuleColumn,
  values: readonly Scalar[],
): DataTest | undefined {
  if (inCondition(column, values) === undefined) return undefined;
  const isText = comparedAs(column) === 'text';
  const texts = [...new Set(values)].map((value) =>
    isText
      ? sqlText(column.dialect, String(value)).slice(1, -1)
      : (literalFor(column, value) ?? String(value)),
  );
  const quote = isText ? {} : { quote: false };
  return { name: 'accepted_values', arguments: { values: texts, ...quote } };
}

function allowedValues({ property }: DbtColumn): readonly Scalar[] | undefined {
  const own = property.customProperties['enum'];
  const isList = Array.isArray(own) && own.length > 0 && own.every(isScalar);
  return property.enumValues ?? (isList ? own : undefined);
}

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value);

function keyTests({ property }: DbtColumn, { primaryKey }: DbtTable): DataTest[] {
  const isKey = property.primaryKey && primaryKey.length === 1;
  return [
    ...(property.required || property.primaryKey ? [{ name: 'not_null' }] : []),
    ...(property.unique || isKey ? [{ name: 'unique' }] : []),
  ];
}

function valueTests(project: DbtProject, usage: Usage, column: DbtColumn): DataTest[] {
  const { notes } = project;
  const own = ruleColumn(project, usage, column);
  const values = allowedValues(column);
  const accepted = values && acceptedValues(own, values);
  if (values && !accepted) notes.add(column.where, 'its allowed values are not tested');
  const rules = conditionsOf(own, column.property).flatMap(({ of, sql }) => {
    if (sql === undefined)
      notes.add(column.where, `{} ${of.includes(', ') ? 'are' : 'is'} not tested`, of);
    return sql === undefined ? [] : [{ name: 'contract_rule', arguments: { rule: sql } }];
  });
  return [...(accepted ? [accepted] : []), ...rules];
}

function relationshipTests(
  { references }: DbtProject,
  usage: Usage,
  table: DbtTable,
  column: DbtColumn,
): DataTest[] {
  return (references.get(table) ?? []).flatMap(({ from, target, to: [field] }) => {
    if (from.length !== 1 || from[0] !== column || field === undefined) return [];
    const to = { jinja: usage.relation(target) };
    return [{ name: 'relationships', arguments: { to, field: usage.nameOf(field).sql } }];
  });
}

/** The tests of a column, except those of its quality rules. */
export function columnTests(
  project: DbtProject,
  usage: Usage,
  table: DbtTable,
  column: DbtColumn,
): DataTest[] {
  noteRest(project, column);
  return [
    ...keyTests(column, table),
    ...valueTests(project, usage, column),
    ...relationshipTests(project, usage, table, column),
  ];
}

const untested = [
  ...(['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'] as const),
  'required',
] as const;

/** True if a member at any depth of a property is required. */
function requiresInside({ properties, items, map }: ContractProperty): boolean {
  const inside = [...properties, items, map?.value].filter((inner) => inner !== undefined);
  return inside.some((inner) => inner.required || requiresInside(inner));
}

function noteRest({ dialect, notes }: DbtProject, { property, type, where }: DbtColumn): void {
  const { options, logicalType } = property;
  const given = untested.filter((name) => options[name] !== undefined);
  if (given.length > 0) notes.add(where, '{} not tested', given.join(', '));
  const isSaid = options.format === 'uuid' && isUuidType(type);
  if (logicalType === 'string' && options.format !== undefined && !isSaid)
    notes.add(where, 'the format {} is not tested', options.format);
  const isInType = dbtPlatforms[dialect].neverNullable !== undefined;
  const isRequired = !isInType && requiresInside(property);
  const inside = [...(isRequired ? ['required'] : []), ...saidInside(property)];
  if (inside.length > 0)
    notes.add(
      where,
      'what is inside says more than its type, and is not tested: {}',
      inside.join(', '),
    );
}

/** Tests of multi-column keys. */
export function tableTests(project: DbtProject, usage: Usage, table: DbtTable): DataTest[] {
  const names = (columns: readonly DbtColumn[]): string[] =>
    columns.map((column) => usage.nameOf(column).sql);
  const { primaryKey } = table;
  const key =
    primaryKey.length > 1
      ? [{ name: 'contract_unique_columns', arguments: { columns: names(primaryKey) } }]
      : [];
  const references = (project.references.get(table) ?? [])
    .filter(({ from }) => from.length > 1)
    .map(({ from, target, to }) => ({
      name: 'contract_relationship',
      arguments: {
        columns: names(from),
        to: { jinja: usage.relation(target) },
        to_columns: names(to),
      },
    }));
  return [...key, ...references];
}
