import type { ContractProperty, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { columnOf } from './key-checks.ts';
import type { CheckDraft, RowRule } from './planned-check.ts';

type Bound = number | string;

type ValueRule = { type: string; says: string; rule: RowRule };

const minimum = (bound: Bound): ValueRule => ({
  type: 'field_minimum',
  says: `has a minimum of ${bound}`,
  rule: { kind: 'minimum', bound },
});

const maximum = (bound: Bound): ValueRule => ({
  type: 'field_maximum',
  says: `has a maximum of ${bound}`,
  rule: { kind: 'maximum', bound },
});

const notEqual = (value: Bound): ValueRule => ({
  type: 'field_not_equal',
  says: `is not equal to ${value}`,
  rule: { kind: 'not-equal', value },
});

/** Allowed values as datacontract-cli shows them, in the manner of a Python list. */
function listed(values: readonly Scalar[]): string {
  const shown = values.map((value) => {
    if (typeof value === 'string')
      return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return String(value);
  });
  return `[${shown.join(', ')}]`;
}

/** One entry per option of `logicalTypeOptions`, in the order in which results list them. */
function* rulesOf(property: ContractProperty): Generator<ValueRule> {
  const { options, enumValues } = property;
  if (options.minLength !== undefined) {
    const rule = { kind: 'min-length', length: options.minLength } as const;
    yield { type: 'field_min_length', says: `has a min length of ${options.minLength}`, rule };
  }
  if (options.maxLength !== undefined) {
    const rule = { kind: 'max-length', length: options.maxLength } as const;
    yield { type: 'field_max_length', says: `has a max length of ${options.maxLength}`, rule };
  }
  yield* boundsOf(property);
  if (options.pattern !== undefined) {
    const rule = { kind: 'pattern', pattern: options.pattern } as const;
    yield { type: 'field_regex', says: `matches regex pattern ${options.pattern}`, rule };
  }
  if (enumValues !== undefined) {
    const rule = { kind: 'one-of', values: enumValues } as const;
    yield { type: 'field_enum', says: `only contains enum values ${listed(enumValues)}`, rule };
  }
}

/** An exclusive bound is two checks: the bound itself, and that no value equals it. */
function* boundsOf({ options }: ContractProperty): Generator<ValueRule> {
  if (options.minimum !== undefined) yield minimum(options.minimum);
  if (options.maximum !== undefined) yield maximum(options.maximum);
  if (options.exclusiveMinimum !== undefined) {
    yield minimum(options.exclusiveMinimum);
    yield notEqual(options.exclusiveMinimum);
  }
  if (options.exclusiveMaximum !== undefined) {
    yield maximum(options.exclusiveMaximum);
    yield notEqual(options.exclusiveMaximum);
  }
}

/** Checks of `logicalTypeOptions` (ODCS §1.4) and `enum`: no value that is there may break the rule. */
export function valueChecks(property: ContractProperty): CheckDraft[] {
  const column = columnOf(property);
  return [...rulesOf(property)].map(({ type, says, rule }) => ({
    type,
    name: `Check that field ${column.name} ${says}`,
    field: column.name,
    expectation: { kind: 'rows', column, rule },
  }));
}
