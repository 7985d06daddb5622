import type { ContractProperty, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { faultOfCounts, faultOfPattern, faultsOfBounds } from './bounds.ts';
import { formatRules } from './format-checks.ts';
import type { Location } from './locations.ts';
import type { CheckDraft, RowRule } from './planned-check.ts';
import { impossible } from './verdicts.ts';
import type { Verdict } from './verdicts.ts';

type ValueRule = { type: string; says: string; expected: RowRule | Verdict; keySuffix?: string };

type Bound = number | string;

/** Names are stored with every result. */
const maxListed = 100;

/** Allowed values in the form of a Python list, as in datacontract-cli. */
function listed(values: readonly Scalar[]): string {
  const shown = values.slice(0, maxListed).map((value) => {
    if (typeof value === 'string')
      return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return String(value);
  });
  const more = values.length - shown.length;
  return `[${shown.join(', ')}${more > 0 ? `, … and ${more} more` : ''}]`;
}

const orFault = (rule: RowRule, fault: string | undefined): RowRule | Verdict =>
  fault === undefined ? rule : impossible(fault);

function* lengthRules({ options }: ContractProperty): Generator<ValueRule> {
  const { minLength, maxLength } = options;
  const fault = faultOfCounts(['minLength', minLength], ['maxLength', maxLength]);
  if (minLength !== undefined) {
    const expected = orFault({ kind: 'min-length', length: minLength }, fault);
    yield { type: 'field_min_length', says: `has a min length of ${minLength}`, expected };
  }
  if (maxLength !== undefined) {
    const expected = orFault({ kind: 'max-length', length: maxLength }, fault);
    yield { type: 'field_max_length', says: `has a max length of ${maxLength}`, expected };
  }
}

const bound = (
  kind: 'minimum' | 'maximum',
  value: Bound,
  fault: string | undefined,
): ValueRule => ({
  type: `field_${kind}`,
  says: `has a ${kind} of ${value}`,
  expected: orFault({ kind, bound: value }, fault),
});

const notEqual = (value: Bound, fault: string | undefined): ValueRule => ({
  type: 'field_not_equal',
  says: `is not equal to ${value}`,
  expected: orFault({ kind: 'not-equal', value }, fault),
});

/** An exclusive bound is two checks: the bound itself, and that no value equals it. */
function* boundRules({ options, logicalType }: ContractProperty): Generator<ValueRule> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
  const faults = faultsOfBounds(options, logicalType);
  if (minimum !== undefined) yield bound('minimum', minimum, faults.minimum);
  if (maximum !== undefined) yield bound('maximum', maximum, faults.maximum);
  if (exclusiveMinimum !== undefined) {
    yield bound('minimum', exclusiveMinimum, faults.exclusiveMinimum);
    yield notEqual(exclusiveMinimum, faults.exclusiveMinimum);
  }
  if (exclusiveMaximum !== undefined) {
    yield bound('maximum', exclusiveMaximum, faults.exclusiveMaximum);
    yield notEqual(exclusiveMaximum, faults.exclusiveMaximum);
  }
}

function* textRules(property: ContractProperty): Generator<ValueRule> {
  const { options, enumValues } = property;
  if (options.pattern !== undefined) {
    const { pattern } = options;
    const expected = orFault({ kind: 'pattern', pattern }, faultOfPattern(pattern));
    yield { type: 'field_regex', says: `matches regex pattern ${pattern}`, expected };
  }
  if (enumValues !== undefined) {
    const expected: RowRule = { kind: 'one-of', values: enumValues };
    yield { type: 'field_enum', says: `only contains enum values ${listed(enumValues)}`, expected };
  }
  for (const { expected, keySuffix, also = '' } of formatRules(property)) {
    const rule = { type: 'field_format', says: `has format ${options.format}${also}`, expected };
    yield keySuffix === undefined ? rule : { ...rule, keySuffix };
  }
}

function* numberRules({ options }: ContractProperty): Generator<ValueRule> {
  const { multipleOf } = options;
  if (multipleOf === undefined) return;
  const fault = multipleOf > 0 ? undefined : `multipleOf has to be above 0, not ${multipleOf}`;
  const expected = orFault({ kind: 'multiple-of', divisor: multipleOf }, fault);
  yield { type: 'field_multiple_of', says: `is a multiple of ${multipleOf}`, expected };
}

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

function* itemRules({ options }: ContractProperty): Generator<ValueRule> {
  const { minItems, maxItems } = options;
  const fault = faultOfCounts(['minItems', minItems], ['maxItems', maxItems]);
  if (minItems !== undefined) {
    const expected = orFault({ kind: 'min-items', count: minItems }, fault);
    yield {
      type: 'field_min_items',
      says: `has at least ${counted(minItems, 'item', 'items')}`,
      expected,
    };
  }
  if (maxItems !== undefined) {
    const expected = orFault({ kind: 'max-items', count: maxItems }, fault);
    yield {
      type: 'field_max_items',
      says: `has at most ${counted(maxItems, 'item', 'items')}`,
      expected,
    };
  }
  if (options.uniqueItems === true)
    yield {
      type: 'field_unique_items',
      says: 'has no duplicate items',
      expected: { kind: 'unique-items' },
    };
}

function* memberRules({ options }: ContractProperty): Generator<ValueRule> {
  const { minProperties, maxProperties } = options;
  const fault = faultOfCounts(['minProperties', minProperties], ['maxProperties', maxProperties]);
  const says = (count: number): string => counted(count, 'property', 'properties');
  if (minProperties !== undefined) {
    const expected = orFault({ kind: 'min-properties', count: minProperties }, fault);
    yield { type: 'field_min_properties', says: `has at least ${says(minProperties)}`, expected };
  }
  if (maxProperties !== undefined) {
    const expected = orFault({ kind: 'max-properties', count: maxProperties }, fault);
    yield { type: 'field_max_properties', says: `has at most ${says(maxProperties)}`, expected };
  }
  for (const member of options.required ?? []) {
    const type = 'field_required_property';
    const expected: RowRule = { kind: 'has-member', member };
    yield { type, keySuffix: `${type}_${member}`, says: `has property ${member}`, expected };
  }
}

const families = [lengthRules, boundRules, textRules, numberRules, itemRules, memberRules] as const;

/** Checks of `logicalTypeOptions` and `enum`: no value that is present may break the rule. */
export function valueChecks({ property, column, field }: Location): CheckDraft[] {
  if (property.enumValues === undefined && Object.keys(property.options).length === 0) return [];
  return families
    .flatMap((family) => [...family(property)])
    .map(({ type, says, expected, keySuffix }) => ({
      type,
      ...(keySuffix !== undefined && { keySuffix }),
      name: `Check that field ${field} ${says}`,
      field,
      expectation:
        expected.kind === 'impossible' || expected.kind === 'not-evaluated'
          ? expected
          : { kind: 'rows', column, rule: expected },
    }));
}
