import { unicodeText } from '../../../../domain/dialects/names/sql-text.ts';
import type { ReferenceFinder } from '../../../../domain/standards/odcs/references.ts';
import type { QualityRule, Threshold } from '../../../../domain/standards/odcs/contract-model.ts';
import { asciiName } from '../../shapes/names.ts';
import { inCondition, numberText, patternCondition } from './conditions.ts';
import type { RuleColumn } from './conditions.ts';
import { acceptedValues, ruleColumn } from './data-tests.ts';
import type { DataTest } from './data-tests.ts';
import { commentLines, jinjaText } from './jinja.ts';
import { dbtPlatforms } from './platforms.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { queryTemplate } from './query.ts';
import { queryDialect } from './types.ts';
import type { Usage } from './usage.ts';
import { allowsNone } from '../../shapes/quality-rule.ts';

/** A test in a separate file. */
export type SingularTest = { name: string; sql: string };

export type QualityTests = {
  ofTable: DataTest[];
  ofColumns: ReadonlyMap<DbtColumn, DataTest[]>;
  singular: SingularTest[];
};

type Subject = {
  project: DbtProject;
  usage: Usage;
  table: DbtTable;
  column: DbtColumn | undefined;
  finder: ReferenceFinder;
};

/** A value and the relation that it is selected from, as parts of a template. */
type Measure = { value: string; from: string };

type Outcome = { test: DataTest } | { measure: Measure } | { reason: string };

const isWarning = ({ severity }: QualityRule): boolean =>
  /^(?:info|warn|warning|low|minor)$/i.test(severity ?? '');

/** The condition for the rows that a rule counts; undefined if SQL cannot express it. */
function countedRows(rule: QualityRule, column: RuleColumn): string | undefined {
  const { sql } = column;
  if (rule.metric === 'nullValues') return `${sql} is null`;
  if (rule.metric === 'missingValues') {
    const values = (rule.missingValues ?? []).filter((value) => value !== 'null');
    if (values.length === 0) return `${sql} is null`;
    const same = inCondition(column, values);
    return same && `${sql} is null or ${same}`;
  }
  const valid = validCondition(rule, column);
  return valid && `not (${valid})`;
}

function validCondition(rule: QualityRule, column: RuleColumn): string | undefined {
  const { validValues, pattern } = rule;
  const conditions = [
    ...(validValues === undefined ? [] : [inCondition(column, validValues)]),
    ...(pattern === undefined ? [] : [patternCondition(column, pattern)]),
  ];
  if (conditions.length === 0 || conditions.includes(undefined)) return undefined;
  return conditions.join(' and ');
}

/** Null and unknown values of a condition are no rows that are counted. */
const countOf = (condition: string): string =>
  `coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

function inUnit({ unit }: QualityRule, count: string): string {
  return unit === 'percent' ? `coalesce(100.0 * ${count} / nullif(count(*), 0), 0)` : count;
}

function fromTable({ usage, table }: Subject, value: string): Measure {
  return { value: jinjaText(value), from: ` from {{ ${usage.relation(table)} }}` };
}

function ofColumn(rule: QualityRule, subject: Subject, column: DbtColumn): Outcome {
  const own = ruleColumn(subject.project, subject.usage, column);
  if (rule.metric === 'duplicateValues') {
    if (allowsNone(rule)) return { test: { name: 'unique' } };
    const count = `(count(${own.sql}) - count(distinct ${own.sql}))`;
    return { measure: fromTable(subject, inUnit(rule, count)) };
  }
  const counted = countedRows(rule, own);
  if (counted === undefined) return { reason: 'its values cannot be compared here' };
  if (!allowsNone(rule)) return { measure: fromTable(subject, inUnit(rule, countOf(counted))) };
  if (counted === `${own.sql} is null`) return { test: { name: 'not_null' } };
  const { validValues, pattern } = rule;
  const accepted = validValues && pattern === undefined && acceptedValues(own, validValues);
  if (accepted) return { test: accepted };
  return { test: { name: 'contract_rule', arguments: { rule: `not (${counted})` } } };
}

function ofTable(rule: QualityRule, subject: Subject): Outcome {
  const { usage, table, finder } = subject;
  if (rule.metric === 'rowCount') return { measure: fromTable(subject, 'count(*)') };
  if (rule.metric !== 'duplicateValues') return { reason: 'it belongs to a property' };
  const columns = rule.columns.flatMap((name) => {
    const found = finder.propertyNamed(table.table.properties, name);
    return table.columns.filter(({ property }) => property === found);
  });
  if (columns.length === 0 || columns.length !== rule.columns.length)
    return { reason: 'it names no columns of the table' };
  const names = columns.map((column) => usage.nameOf(column).sql);
  if (allowsNone(rule))
    return { test: { name: 'contract_unique_columns', arguments: { columns: names } } };
  if (rule.unit === 'percent') return { reason: 'duplicates in percent are not counted' };
  const groups = `select count(*) as copies from {{ ${usage.relation(table)} }} group by ${jinjaText(names.join(', '))} having count(*) > 1`;
  return {
    measure: { value: 'coalesce(sum(copies - 1), 0)', from: ` from (${groups}) duplicates` },
  };
}

function ofQuery({ query }: QualityRule, subject: Subject): Outcome {
  if (query === undefined) return { reason: 'it has no query' };
  const made = queryTemplate(subject, query);
  if ('reason' in made) return made;
  const { fromNothing = '' } = dbtPlatforms[subject.project.dialect];
  return { measure: { value: `(\n${made.sql}\n)`, from: fromNothing } };
}

function ofLibrary(rule: QualityRule, subject: Subject): Outcome {
  const { column } = subject;
  if (rule.metric === undefined) return { reason: 'its metric is not known' };
  return column === undefined || rule.metric === 'rowCount'
    ? ofTable(rule, subject)
    : ofColumn(rule, subject, column);
}

function outcomeOf(rule: QualityRule, subject: Subject): Outcome {
  if (rule.type === 'text') return { reason: 'it is a text for people' };
  if (rule.type === 'custom') return { reason: `it is written for ${rule.engine ?? 'an engine'}` };
  if (rule.threshold === undefined) return { reason: 'it has no threshold' };
  return rule.type === 'sql' ? ofQuery(rule, subject) : ofLibrary(rule, subject);
}

/** The condition on the measured value. */
function thresholdSql(threshold: Threshold, { dialect }: DbtProject): string | undefined {
  const { operator } = threshold;
  if (operator === 'between' || operator === 'not between') {
    const [low, high] = [numberText(threshold.low), numberText(threshold.high)];
    return low && high && `${operator} ${low} and ${high}`;
  }
  const { value } = threshold as Exclude<Threshold, { low: number }>;
  const literal =
    typeof value === 'string'
      ? unicodeText(queryDialect(dialect), value)
      : (numberText(value) ?? String(value));
  return `${operator === '!=' ? '<>' : operator} ${literal}`;
}

/** A test is named after the table, the column and the rule. */
function nameOf(rule: QualityRule, { project, usage, table, column }: Subject): string {
  const called = rule.name ?? rule.id ?? rule.metric ?? rule.description?.slice(0, 60) ?? 'rule';
  const parts = [usage.kind === 'source' ? 'source' : '', table.name, column?.model.name ?? ''];
  const text = [...parts, called].filter((part) => part !== '').join('_');
  return project.testNames.take(asciiName(text, 'rule').toLowerCase());
}

function singularOf(
  rule: QualityRule,
  subject: Subject,
  { value, from }: Measure,
): SingularTest | undefined {
  const wanted = rule.threshold && thresholdSql(rule.threshold, subject.project);
  if (!wanted) return undefined;
  const sql = [
    ...commentLines(rule.description ?? rule.name ?? ''),
    ...(isWarning(rule) ? ["{{ config(severity = 'warn') }}"] : []),
    'select measured.measured_value',
    'from (',
    `select ${value} as measured_value${from}`,
    ') measured',
    `where measured.measured_value is null or not (measured.measured_value ${jinjaText(wanted)})`,
  ];
  return { name: nameOf(rule, subject), sql: `${sql.join('\n')}\n` };
}

/** Quality rules of a table and its columns as tests. */
export function qualityTests(project: DbtProject, usage: Usage, table: DbtTable): QualityTests {
  const tests = { ofTable: [], ofColumns: new Map(), singular: [] };
  const { finder } = project;
  const around = { project, usage, table, finder };
  for (const rule of table.table.quality) take(tests, rule, { ...around, column: undefined });
  for (const column of table.columns) {
    for (const rule of column.property.quality) take(tests, rule, { ...around, column });
  }
  return tests;
}

type Collected = {
  ofTable: DataTest[];
  ofColumns: Map<DbtColumn, DataTest[]>;
  singular: SingularTest[];
};

function take(tests: Collected, rule: QualityRule, subject: Subject): void {
  const { column } = subject;
  const outcome = outcomeOf(rule, subject);
  if ('test' in outcome) {
    const test = isWarning(rule) ? { ...outcome.test, severity: 'warn' as const } : outcome.test;
    if (column === undefined) tests.ofTable.push(test);
    else tests.ofColumns.set(column, [...(tests.ofColumns.get(column) ?? []), test]);
    return;
  }
  const test = 'measure' in outcome ? singularOf(rule, subject, outcome.measure) : undefined;
  if (test !== undefined) tests.singular.push(test);
  else noteRule(rule, subject, 'reason' in outcome ? outcome.reason : 'it has an odd threshold');
}

function noteRule(rule: QualityRule, { project, table, column }: Subject, reason: string): void {
  const label = (rule.name ?? rule.id ?? rule.description ?? rule.metric ?? '').slice(0, 80);
  project.notes.add(
    column?.where ?? table.where,
    `the quality rule {} is not tested: ${reason}`,
    label === '' ? '' : `'${label}'`,
  );
}
