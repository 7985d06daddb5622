import { countText } from '../../../lib/numbers.ts';
import type { Model, ModelField, ModelTable } from '../queries.ts';
import { isBroken } from '../checks/order.ts';

type Promised = ModelField['promises'][number];
type Relationship = Model['relationships'][number];

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const listText = (value: unknown): string =>
  Array.isArray(value) ? value.map(text).join(' | ') : text(value);

/** `^(a|b|c)$` is a list of values in disguise. */
function patternText(value: unknown): string {
  const pattern = text(value);
  const choices = /^\^\(([\w .|-]+)\)\$$/u.exec(pattern)?.[1];
  return choices === undefined ? pattern : choices.split('|').join(' | ');
}

const bounds: Readonly<Record<string, (value: unknown) => string>> = {
  required: () => 'required',
  unique: () => 'unique',
  enum: listText,
  pattern: patternText,
  minimum: (value) => `≥ ${text(value)}`,
  maximum: (value) => `≤ ${text(value)}`,
  exclusiveMinimum: (value) => `> ${text(value)}`,
  exclusiveMaximum: (value) => `< ${text(value)}`,
  minLength: (value) => `length ≥ ${text(value)}`,
  maxLength: (value) => `length ≤ ${text(value)}`,
  minItems: (value) => `items ≥ ${text(value)}`,
  maxItems: (value) => `items ≤ ${text(value)}`,
  multipleOf: (value) => `multiple of ${text(value)}`,
  format: text,
};

const boundText = (value: unknown): string =>
  typeof value === 'number' ? countText(value) : text(value);

function thresholdText(rule: NonNullable<Promised['rule']>): string {
  const { threshold, unit } = rule;
  if (threshold === null) return '';
  const { operator, low, high, value } = threshold as Record<string, unknown>;
  const bound = low === undefined ? boundText(value) : `${boundText(low)} and ${boundText(high)}`;
  return ` ${text(operator)} ${bound}${unit === 'percent' ? ' %' : ''}`;
}

const metricWords: Readonly<Record<string, string>> = {
  rowCount: 'rows',
  nullValues: 'nulls',
  missingValues: 'missing values',
  invalidValues: 'invalid values',
  duplicateValues: 'duplicates',
};

function ruleText(rule: NonNullable<Promised['rule']>): string {
  if (rule.metric !== null)
    return `${metricWords[rule.metric] ?? rule.metric}${thresholdText(rule)}`;
  return rule.name ?? rule.description ?? rule.query ?? rule.kind;
}

function promiseText({ type, value, rule }: Promised): string {
  if (rule !== null) return ruleText(rule);
  const make = bounds[type];
  return make === undefined ? `${type} ${text(value)}` : make(value);
}

function keyTexts(table: ModelTable): string[] {
  return table.primaryKey.length > 1 ? ['unique together', 'required'] : ['unique', 'required'];
}

/** What the contract promises of a field, each in a few characters. */
export function promiseTexts(
  table: ModelTable,
  field: ModelField,
  relationships: readonly Relationship[],
): string[] {
  const own = field.promises.flatMap((promised) =>
    promised.type === 'primaryKey' ? keyTexts(table) : [promiseText(promised)],
  );
  const targets = relationships
    .filter(({ from }) => from.table === table.name && from.fields.includes(field.path))
    .map(({ from, to }) => `→ ${to.table}.${to.fields[from.fields.indexOf(field.path)] ?? ''}`);
  const type = field.checks.some((check) => isBroken(check) && check.type.endsWith('physical_type'))
    ? [`column is ${field.physicalType}`]
    : [];
  return [...new Set([...own, ...targets, ...type])];
}

/** What it promises of a table. */
export const tablePromiseTexts = ({ promises }: ModelTable): string[] => promises.map(promiseText);
