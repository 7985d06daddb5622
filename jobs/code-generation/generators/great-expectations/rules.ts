import { load } from 'js-yaml';
import { objectOf, textOf } from '../../../../domain/standards/json-value.ts';
import type { QualityRule, Threshold } from '../../../../domain/standards/odcs/contract-model.ts';
import { allowsNone, withoutSemicolon } from '../../shapes/quality-rule.ts';
import { valuesOf } from './values.ts';
import type { Held } from './values.ts';

/** An entry of a suite, as Great Expectations 1.x reads it. */
export type Expectation = {
  type: string;
  kwargs: Readonly<Record<string, unknown>>;
  meta: Readonly<Record<string, unknown>>;
};

type Draft = Pick<Expectation, 'type' | 'kwargs'>;

export type RuleOutcome = Expectation | { reason: string };

/** The table or column that a rule checks. */
export type RuleSubject = {
  /** Undefined for rules of the table. */
  column: string | undefined;
  /** Physical names of columns that a rule names; undefined if one is not a column of the table. */
  columnsNamed: (names: readonly string[]) => string[] | undefined;
  isSql: boolean;
  /** The values of the column; undefined if unknown. */
  held: Held | undefined;
};

const metaOf = ({ name, description, dimension, severity }: QualityRule): Expectation['meta'] => ({
  ...(name !== undefined && { quality_rule: name }),
  ...(description !== undefined && { notes: description }),
  ...(dimension !== undefined && { dimension }),
  ...(severity !== undefined && { severity }),
});

/** The share of rows that have to satisfy a rule; undefined if a number of rows may break it. */
function mostlyOf(rule: QualityRule): number | undefined {
  const { threshold, unit } = rule;
  if (allowsNone(rule)) return 1;
  if (threshold?.operator !== '<=' || unit !== 'percent') return undefined;
  const { value } = threshold;
  return value > 0 && value < 100 ? Number((1 - value / 100).toFixed(6)) : undefined;
}

function rowCount({ threshold }: QualityRule): Draft | undefined {
  if (threshold === undefined) return undefined;
  const between = (min?: number, max?: number): Draft => ({
    type: 'expect_table_row_count_to_be_between',
    kwargs: {
      ...(min !== undefined && { min_value: min }),
      ...(max !== undefined && { max_value: max }),
    },
  });
  if (threshold.operator === 'between') return between(threshold.low, threshold.high);
  if (!('value' in threshold) || typeof threshold.value !== 'number') return undefined;
  const { operator, value } = threshold;
  if (operator === '=') return { type: 'expect_table_row_count_to_equal', kwargs: { value } };
  if (operator === '>') return between(Math.floor(value) + 1);
  if (operator === '>=') return between(Math.ceil(value));
  if (operator === '<') return between(undefined, Math.ceil(value) - 1);
  return operator === '<=' ? between(undefined, Math.floor(value)) : undefined;
}

function notMissing(rule: QualityRule, column: string, held: Held | undefined): Draft | undefined {
  const { missingValues = [] } = rule;
  if (missingValues.length === 0)
    return { type: 'expect_column_values_to_not_be_null', kwargs: { column } };
  const values = valuesOf(held, missingValues);
  if (values.length === 0) return undefined;
  return {
    type: 'expect_column_values_to_not_be_in_set',
    kwargs: { column, value_set: values },
  };
}

function valid(rule: QualityRule, column: string, held: Held | undefined): Draft | undefined {
  const { validValues, pattern } = rule;
  if (validValues !== undefined && pattern !== undefined) return undefined;
  if (validValues === undefined)
    return pattern === undefined
      ? undefined
      : { type: 'expect_column_values_to_match_regex', kwargs: { column, regex: pattern } };
  const values = valuesOf(held, validValues);
  if (values.length === 0) return undefined;
  return { type: 'expect_column_values_to_be_in_set', kwargs: { column, value_set: values } };
}

function ofColumn(rule: QualityRule, column: string, held: RuleSubject['held']): Draft | undefined {
  if (rule.metric === 'duplicateValues')
    return { type: 'expect_column_values_to_be_unique', kwargs: { column } };
  if (rule.metric === 'nullValues')
    return { type: 'expect_column_values_to_not_be_null', kwargs: { column } };
  if (rule.metric === 'missingValues') return notMissing(rule, column, held);
  return rule.metric === 'invalidValues' ? valid(rule, column, held) : undefined;
}

function ofTable(rule: QualityRule, subject: RuleSubject): Draft | undefined {
  const columns = subject.columnsNamed(rule.columns) ?? [];
  if (rule.metric !== 'duplicateValues' || columns.length === 0) return undefined;
  const [column] = columns;
  return columns.length === 1
    ? { type: 'expect_column_values_to_be_unique', kwargs: { column } }
    : { type: 'expect_compound_columns_to_be_unique', kwargs: { column_list: columns } };
}

function ofLibrary(rule: QualityRule, subject: RuleSubject): RuleOutcome {
  const meta = metaOf(rule);
  const { column, held } = subject;
  const mostly = rule.metric === 'rowCount' ? 1 : mostlyOf(rule);
  if (mostly === undefined) return { reason: 'its threshold cannot be expected' };
  if (rule.metric === 'rowCount') {
    const counted = rowCount(rule);
    return counted ? { ...counted, meta } : { reason: 'its threshold cannot be expected' };
  }
  const found = column === undefined ? ofTable(rule, subject) : ofColumn(rule, column, held);
  if (found === undefined) return { reason: 'its metric or its values have no expectation here' };
  return { type: found.type, kwargs: { ...found.kwargs, ...(mostly < 1 && { mostly }) }, meta };
}

function conditionOf(threshold: Threshold): string {
  const text = (value: unknown): string =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  if (!('value' in threshold))
    return `${threshold.operator} ${threshold.low} AND ${threshold.high}`;
  return `${threshold.operator === '!=' ? '<>' : threshold.operator} ${text(threshold.value)}`;
}

/** The query returns rows that break the rule; `{batch}` is the data, and other braces are doubled. */
function ofQuery(rule: QualityRule, { isSql, column }: RuleSubject): RuleOutcome {
  const { query, threshold } = rule;
  if (!isSql) return { reason: 'it is written in SQL' };
  if (query === undefined || threshold === undefined) return { reason: 'it has no threshold' };
  const parts = withoutSemicolon(query)
    .split(/(\$?\{(?:table|model|object)\}|\$?\{(?:column|field|property)\})/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll('{', '{{').replaceAll('}', '}}');
      return /table|model|object/.test(part) ? '{batch}' : (column ?? part);
    });
  const broken = `measured.measured_value IS NULL OR NOT (measured.measured_value ${conditionOf(threshold).replaceAll(/[{}]/g, '$&$&')})`;
  return {
    type: 'unexpected_rows_expectation',
    kwargs: {
      unexpected_rows_query: `SELECT * FROM (SELECT (\n${parts.join('')}\n) AS measured_value) measured WHERE ${broken}`,
    },
    meta: metaOf(rule),
  };
}

/** Rules written for Great Expectations stay unchanged. */
function ofCustom(rule: QualityRule, { column }: RuleSubject): RuleOutcome {
  const { engine = '', implementation } = rule;
  if (!/^great[-_ ]?expectations?$/i.test(engine))
    return { reason: `it is written for ${engine === '' ? 'an engine' : engine}` };
  const written = typeof implementation === 'string' ? parsed(implementation) : implementation;
  const entry = objectOf(written) ?? {};
  const name = entry['type'] ?? entry['expectation_type'];
  if (typeof name !== 'string') return { reason: 'it names no expectation' };
  return {
    type: name,
    kwargs: { ...columnOf(name, entry, column), ...objectOf(entry['kwargs']) },
    meta: { ...metaOf(rule), ...objectOf(entry['meta']) },
  };
}

/** The column is next to the arguments, or else the column that the rule belongs to. */
function columnOf(
  name: string,
  entry: Readonly<Record<string, unknown>>,
  own: string | undefined,
): { column?: string } {
  const column = textOf(entry['column']) ?? own;
  return name.startsWith('expect_column_') && column !== undefined ? { column } : {};
}

const maxImplementationLength = 20_000;

function parsed(text: string): unknown {
  if (text.length > maxImplementationLength) return undefined;
  try {
    return load(text, { maxDepth: 20 });
  } catch {
    return undefined;
  }
}

/** A quality rule as an expectation, or a clause that says why it cannot be one. */
export function ruleExpectation(rule: QualityRule, subject: RuleSubject): RuleOutcome {
  if (rule.type === 'text') return { reason: 'it is a text for people' };
  if (rule.type === 'custom') return ofCustom(rule, subject);
  return rule.type === 'sql' ? ofQuery(rule, subject) : ofLibrary(rule, subject);
}
