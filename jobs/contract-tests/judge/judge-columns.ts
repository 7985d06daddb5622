import type { SourceColumn } from '../../../connectors/connector.ts';
import {
  logicalTypeOf,
  satisfiesLogicalType,
} from '../../../domain/dialects/types/column-types.ts';
import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { compareNestedType } from '../../../domain/dialects/types/nested-type.ts';
import { matchesPhysicalType } from '../../../domain/dialects/types/physical-type.ts';
import type { ExpectationOf, FindingOf, Judgement } from './finding.ts';
import type { ColumnReference, PlannedCheck } from '../plan/planned-check.ts';

function judgePresence(column: ColumnReference, found: SourceColumn | undefined): Judgement {
  const present = found !== undefined;
  return {
    result: present ? 'passed' : 'failed',
    reason: present ? undefined : `Required column '${column.name}' is missing`,
    diagnostics: { metric: 'field_present', field: column.name, present },
  };
}

function judgeLogicalType(
  expectation: ExpectationOf<'logical-type'>,
  found: SourceColumn,
  dialect: Dialect,
): Judgement {
  const { logicalType: expected, column } = expectation;
  const nativeType = found.baseType ?? found.type;
  const actual = logicalTypeOf(dialect, nativeType);
  const diagnostics = { metric: 'field_type', field: column.name, expected, actual: found.type };
  if (actual === undefined) {
    const reason =
      `column: has type '${found.type}', but the contract specifies '${expected}'. A '${found.type}' value has no ` +
      `verifiable logical type. If this is intentional, specify \`physicalType: ${found.type}\`.`;
    return { result: 'failed', reason, diagnostics };
  }
  if (satisfiesLogicalType(expected, actual, nativeType)) return { result: 'passed', diagnostics };
  const reason = `column: expected type '${expected}' but got '${actual}'`;
  return { result: 'failed', reason, diagnostics };
}

function judgePhysicalType(
  { physicalType, column }: ExpectationOf<'physical-type'>,
  found: SourceColumn,
  dialect: Dialect,
): Judgement {
  const diagnostics = {
    metric: 'field_physical_type',
    field: column.name,
    expected: physicalType,
    actual: found.type,
  };
  const matches = matchesPhysicalType(dialect, physicalType, found.type);
  if (matches === true) return { result: 'passed', diagnostics };
  if (matches === false) {
    const reason = `expected physical type '${physicalType}' but the column is '${found.type}'`;
    return { result: 'failed', reason, diagnostics };
  }
  if (column.logicalType !== undefined) {
    const byLogicalType = {
      kind: 'logical-type',
      column,
      logicalType: column.logicalType,
    } as const;
    return { ...judgeLogicalType(byLogicalType, found, dialect), diagnostics };
  }
  const reason =
    `physicalType '${physicalType}' could not be interpreted in the ${dialect} dialect of the server under test; ` +
    'skipping the physical type check';
  return { result: 'warning', reason, diagnostics };
}

function judgeNestedType(
  expectation: ExpectationOf<'nested-type'>,
  found: SourceColumn,
  dialect: Dialect,
): Judgement {
  const { errors, expected, actual } = compareNestedType(
    dialect,
    expectation,
    found.baseType ?? found.type,
  );
  const metric =
    expectation.types === 'logical' ? 'field_nested_type' : 'field_nested_physical_type';
  const diagnostics = { metric, field: expectation.column.name, expected, actual };
  if (errors.length === 0) return { result: 'passed', diagnostics };
  return { result: 'failed', reason: errors.join('; '), diagnostics: { ...diagnostics, errors } };
}

type TypeExpectation = ExpectationOf<'logical-type' | 'physical-type' | 'nested-type'>;

/** If columns have types, the check of values against a type becomes a check of the column's type. */
function asTypeExpectation(expectation: PlannedCheck['expectation']): TypeExpectation | undefined {
  const { kind } = expectation;
  if (kind === 'logical-type' || kind === 'physical-type' || kind === 'nested-type') {
    return expectation;
  }
  if (expectation.kind !== 'rows' || expectation.rule.kind !== 'castable') return undefined;
  const { column, rule } = expectation;
  return { kind: 'logical-type', column, logicalType: rule.logicalType };
}

function judgeType(
  expectation: TypeExpectation,
  found: SourceColumn | undefined,
  dialect: Dialect,
): Judgement {
  if (found === undefined) {
    const { kind, column } = expectation;
    const metric = kind === 'physical-type' ? 'field_physical_type' : 'field_type';
    return {
      result: 'failed',
      reason: `Column '${column.name}' is missing`,
      diagnostics: { metric, field: column.name },
    };
  }
  if (expectation.kind === 'logical-type') return judgeLogicalType(expectation, found, dialect);
  if (expectation.kind === 'nested-type') return judgeNestedType(expectation, found, dialect);
  return judgePhysicalType(expectation, found, dialect);
}

/** Judges checks of presence and type by the catalog's column, if it exists. */
export function judgeColumn(
  { expectation }: PlannedCheck,
  { column, dialect }: FindingOf<'column'>,
): Judgement {
  if (expectation.kind === 'present') return judgePresence(expectation.column, column);
  const type = asTypeExpectation(expectation);
  if (type !== undefined) return judgeType(type, column, dialect);
  return {
    result: 'error',
    reason: `A check of kind ${expectation.kind} cannot be judged by a column`,
  };
}

/** Judges that a table exists, and that it has no columns that the contract lacks. */
export function judgeTable(
  { expectation }: PlannedCheck,
  { table }: FindingOf<'table-found'>,
): Judgement {
  if (expectation.kind !== 'no-other-columns') return { result: 'passed' };
  const known = new Set(expectation.names.map((name) => name.toLowerCase()));
  const others = table.columns
    .map(({ name }) => name)
    .filter((name) => !known.has(name.toLowerCase()));
  const diagnostics = { metric: 'no_other_columns', value: others.length, columns: others };
  if (others.length === 0) return { result: 'passed', diagnostics };
  const shown = others.map((name) => `'${name}'`).join(', ');
  const reason = `Columns that the contract does not name: ${shown}`;
  return { result: 'failed', reason, diagnostics };
}
