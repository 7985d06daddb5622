import { load } from 'js-yaml';
import type { QualityRule, Threshold } from '../../../domain/standards/odcs/contract-model.ts';

/** One entry of a suite, as Great Expectations 1.x reads it. */
export type Expectation = {
  type: string;
  kwargs: Readonly<Record<string, unknown>>;
  meta: Readonly<Record<string, unknown>>;
};

export type RuleOutcome = Expectation | { reason: string };

/** What a rule is about. */
export type RuleSubject = {
  /** Undefined for rules of the table. */
  column: string | undefined;
  /** Physical names of columns that a rule names; undefined when one is none of the table. */
  columnsNamed: (names: readonly string[]) => string[] | undefined;
  isSql: boolean;
};

const metaOf = ({ name, description, dimension, severity }: QualityRule): Expectation['meta'] => ({
  ...(name !== undefined && { quality_rule: name }),
  ...(description !== undefined && { notes: description }),
  ...(dimension !== undefined && { dimension }),
  ...(severity !== undefined && { severity }),
});

/** The part of the rows that has to hold; undefined where a number of rows is allowed to break the rule. */
function mostlyOf({ threshold, unit }: QualityRule): number | undefined {
  if (threshold === undefined || !('value' in threshold)) return undefined;
  const { operator, value } = threshold;
  if (typeof value !== 'number') return undefined;
  const isNone = value === 0 && (operator === '=' || operator === '<=');
  if (isNone || (operator === '<' && unit === 'rows' && value > 0 && value <= 1)) return 1;
  const isPart = unit === 'percent' && operator === '<=' && value > 0 && value < 100;
  return isPart ? Number((1 - value / 100).toFixed(6)) : undefined;
}

function rowCount({ threshold }: QualityRule): Omit<Expectation, 'meta'> | undefined {
  if (threshold === undefined) return undefined;
  const between = (min?: number, max?: number): Omit<Expectation, 'meta'> => ({
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

function ofColumn(rule: QualityRule, column: string): Omit<Expectation, 'meta'> | undefined {
  const { metric, validValues, pattern, missingValues } = rule;
  if (metric === 'duplicateValues')
    return { type: 'expect_column_values_to_be_unique', kwargs: { column } };
  if (metric === 'nullValues')
    return { type: 'expect_column_values_to_not_be_null', kwargs: { column } };
  if (metric === 'missingValues') {
    const kwargs = { column, value_set: missingValues ?? [] };
    return (missingValues ?? []).length === 0
      ? { type: 'expect_column_values_to_not_be_null', kwargs: { column } }
      : { type: 'expect_column_values_to_not_be_in_set', kwargs };
  }
  if (metric !== 'invalidValues' || (validValues && pattern !== undefined)) return undefined;
  if (validValues)
    return {
      type: 'expect_column_values_to_be_in_set',
      kwargs: { column, value_set: validValues },
    };
  return pattern === undefined
    ? undefined
    : { type: 'expect_column_values_to_match_regex', kwargs: { column, regex: pattern } };
}

function ofLibrary(rule: QualityRule, subject: RuleSubject): RuleOutcome {
  const meta = metaOf(rule);
  if (rule.metric === 'rowCount') {
    const counted = rowCount(rule);
    return counted ? { ...counted, meta } : { reason: 'its threshold cannot be expected' };
  }
  const mostly = mostlyOf(rule);
  if (mostly === undefined) return { reason: 'its threshold cannot be expected' };
  const part = mostly === 1 ? {} : { mostly };
  if (subject.column !== undefined) {
    const found = ofColumn(rule, subject.column);
    if (found === undefined) return { reason: 'its metric has no expectation' };
    return { type: found.type, kwargs: { ...found.kwargs, ...part }, meta };
  }
  const columns = subject.columnsNamed(rule.columns) ?? [];
  if (rule.metric !== 'duplicateValues' || columns.length === 0)
    return { reason: 'it names no columns of the table' };
  const [column, ...others] = columns;
  if (others.length === 0)
    return { type: 'expect_column_values_to_be_unique', kwargs: { column, ...part }, meta };
  const kwargs = { column_list: columns, ...part };
  return { type: 'expect_compound_columns_to_be_unique', kwargs, meta };
}

function conditionOf(threshold: Threshold): string {
  const text = (value: unknown): string =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  if (!('value' in threshold))
    return `${threshold.operator} ${threshold.low} AND ${threshold.high}`;
  return `${threshold.operator === '!=' ? '<>' : threshold.operator} ${text(threshold.value)}`;
}

/** Rows come back where the rule is broken; `{batch}` is the data, and other braces are doubled. */
function ofQuery(rule: QualityRule, { isSql, column }: RuleSubject): RuleOutcome {
  const { query, threshold } = rule;
  if (!isSql) return { reason: 'it is written in SQL' };
  if (query === undefined || threshold === undefined) return { reason: 'it has no threshold' };
  const parts = query
    .trim()
    .replace(/[\s;]+$/, '')
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

/** Rules that are written for Great Expectations are taken as they are. */
function ofCustom(rule: QualityRule): RuleOutcome {
  const { engine = '', implementation } = rule;
  if (!/^great[-_ ]?expectations?$/i.test(engine))
    return { reason: `it is written for ${engine === '' ? 'an engine' : engine}` };
  const written = typeof implementation === 'string' ? parsed(implementation) : implementation;
  const entry = typeof written === 'object' && written !== null ? written : {};
  const { type, expectation_type, kwargs, meta } = entry as Record<string, unknown>;
  const name = type ?? expectation_type;
  if (typeof name !== 'string') return { reason: 'it names no expectation' };
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    type: name,
    kwargs: isObject(kwargs) ? kwargs : {},
    meta: { ...metaOf(rule), ...(isObject(meta) ? meta : {}) },
  };
}

const longestImplementation = 20_000;

function parsed(text: string): unknown {
  if (text.length > longestImplementation) return undefined;
  try {
    return load(text, { maxDepth: 20 });
  } catch {
    return undefined;
  }
}

/** A quality rule as an expectation, or a clause that says why it is none. */
export function ruleExpectation(rule: QualityRule, subject: RuleSubject): RuleOutcome {
  if (rule.type === 'text') return { reason: 'it is a text for people' };
  if (rule.type === 'custom') return ofCustom(rule);
  return rule.type === 'sql' ? ofQuery(rule, subject) : ofLibrary(rule, subject);
}
