import {
  logicalTypeOf,
  satisfiesLogicalType,
} from '../../../domain/dialects/types/column-types.ts';
import { parseNativeType } from '../../../domain/dialects/types/native-type.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import type { RowRule, Step } from '../plan/planned-check.ts';
import { datePattern } from './date-pattern.ts';
import { MemberMissing } from './sql-dialect.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';
import { formatPatterns } from './value-formats.ts';

/** The subject of a condition: a value, and the object that contains it. */
type Operand = { dialect: SqlDialect; value: SqlValue; parent: SqlValue | undefined };

/** The logical type for comparisons; derived from the native type if there is one. */
function readAsOf({ dialect, value }: Operand, bound: Scalar): LogicalType | undefined {
  if (value.cells === 'typed') {
    const native = value.baseType ?? value.type;
    return native === '' ? value.logicalType : logicalTypeOf(dialect.name, native);
  }
  return typeof bound === 'number' ? 'number' : (value.logicalType ?? 'string');
}

const read = ({ dialect, value }: Operand, logicalType: LogicalType | undefined): string =>
  logicalType === undefined ? value.sql : dialect.read(value, logicalType);

/**
 * A condition on a number. Integers in texts are compared exactly where reading them would round, if the other
 * operand is an integer too.
 */
function onNumber(operand: Operand, by: number, condition: (number: string) => string): string {
  const { dialect, value } = operand;
  const inGeneral = condition(read(operand, 'number'));
  const isWhole = value.logicalType === 'integer' && Number.isSafeInteger(by);
  if (value.cells === 'typed' || !isWhole || dialect.readWhole === undefined) return inGeneral;
  // NULL for values that are no integer.
  return `coalesce(${condition(dialect.readWhole(value))}, ${inGeneral})`;
}

const numberTypes: ReadonlySet<LogicalType | undefined> = new Set(['integer', 'number']);

/** Present values that are not numbers break every bound. For declared numbers, the type check reports them. */
function orNoNumber(operand: Operand, bound: number | string): string {
  const { value } = operand;
  const isDeclaredNumber = value.cells === 'typed' || numberTypes.has(value.logicalType);
  if (isDeclaredNumber || typeof bound !== 'number') return '';
  return ` or (${value.sql} is not null and ${read(operand, 'number')} is null)`;
}

function comparison(operand: Operand, operator: '<' | '<=' | '=', bound: number | string): string {
  const { dialect, value } = operand;
  const readAs = readAsOf(operand, bound);
  // Text comparison would make '10' less than 3; the source itself reports a text that is not a number.
  const isText = readAs === 'string' && typeof bound === 'number';
  const literal = dialect.bound(bound, value, isText ? undefined : readAs);
  if (value.cells !== 'typed' && typeof bound === 'number')
    return onNumber(operand, bound, (number) => `${number} ${operator} ${literal}`);
  return `${read(operand, readAs)} ${operator} ${literal}`;
}

function notOneOf(operand: Operand, values: readonly Scalar[]): string {
  const { dialect, value } = operand;
  const numeric = values.every((each) => typeof each === 'number');
  const declared = value.logicalType ?? (numeric ? 'number' : 'string');
  const readAs = value.cells === 'typed' ? readAsOf(operand, '') : declared;
  const literals = values.map((each) => dialect.bound(each, value, readAs));
  const found = read(operand, readAs);
  const unreadable =
    value.cells === 'typed' ? '' : ` or (${value.sql} is not null and ${found} is null)`;
  return `${found} not in (${literals.join(', ')})${unreadable}`;
}

/**
 * A member of an absent object is not missing: the rule on the object reports it. In Postgres a composite value
 * `is not null` only when all its members are present, so the condition is negated.
 */
const isMissing = ({ value, parent }: Operand): string =>
  parent === undefined
    ? `${value.sql} is null`
    : `not (${parent.sql} is null) and ${value.sql} is null`;

function isMissingOr(operand: Operand, values: readonly Scalar[]): string {
  if (values.length === 0) return isMissing(operand);
  const { dialect, value } = operand;
  const literals = values.map((each) => dialect.literal(String(each)));
  return `${isMissing(operand)} or ${dialect.text(value)} in (${literals.join(', ')})`;
}

function notMatching({ dialect, value }: Operand, pattern: string): string {
  return `not ${dialect.matches(dialect.text(value), pattern)}`;
}

/** A pattern of Concordat instead of the contract. */
function notDescribed({ dialect, value }: Operand, pattern: string): string {
  return `not ${dialect.matchesWhole(dialect.text(value), pattern)}`;
}

function notValid(operand: Operand, rule: RuleOf<'valid'>): string {
  const parts = [
    rule.values === undefined ? undefined : notOneOf(operand, rule.values),
    rule.pattern === undefined ? undefined : notMatching(operand, rule.pattern),
  ];
  return parts.filter((part) => part !== undefined).join(' or ') || nothing;
}

/** All values of a typed column have its type; for an unknown type, the checks of values decide. */
function isOfOtherType({ dialect, value }: Operand, logicalType: LogicalType): boolean {
  const native = value.baseType ?? value.type;
  const actual = native === '' ? undefined : logicalTypeOf(dialect.name, native);
  return actual !== undefined && !satisfiesLogicalType(logicalType, actual, native);
}

/** Written so that NULL (an unreadable value, or a regular expression on NULL) does not count as true. */
function notCastable(operand: Operand, logicalType: LogicalType): string {
  const { dialect, value } = operand;
  if (value.cells === 'typed') {
    return isOfOtherType(operand, logicalType) ? `${value.sql} is not null` : nothing;
  }
  const fits = dialect.fits(value, logicalType);
  return `${value.sql} is not null and case when ${fits} then 0 else 1 end = 1`;
}

const datesAndTimes: ReadonlySet<LogicalType | undefined> = new Set(['date', 'time', 'timestamp']);

function notInDateFormat(operand: Operand, format: string): string {
  // A date column has no text format.
  const isTyped = operand.value.cells === 'typed' && datesAndTimes.has(readAsOf(operand, ''));
  return isTyped ? nothing : notDescribed(operand, datePattern(format));
}

const nothing = '1 = 0';

const length = ({ dialect, value }: Operand): string => dialect.length(dialect.text(value));

type RuleOf<Kind extends RowRule['kind']> = Extract<RowRule, { kind: Kind }>;

/** One entry for each kind of rule; the compiler enforces completeness. */
const conditions: {
  [Kind in RowRule['kind']]: (rule: RuleOf<Kind>, operand: Operand) => string;
} = {
  'not-missing': (_rule, operand) => isMissing(operand),
  'not-missing-values': (rule, operand) => isMissingOr(operand, rule.values),
  castable: (rule, operand) => notCastable(operand, rule.logicalType),
  'min-length': (rule, operand) => `${length(operand)} < ${rule.length}`,
  'max-length': (rule, operand) => `${length(operand)} > ${rule.length}`,
  pattern: (rule, operand) => notMatching(operand, rule.pattern),
  format: (rule, operand) =>
    rule.format === 'binary' ? nothing : notDescribed(operand, formatPatterns[rule.format]),
  'date-format': (rule, operand) => notInDateFormat(operand, rule.format),
  minimum: (rule, operand) =>
    comparison(operand, '<', rule.bound) + orNoNumber(operand, rule.bound),
  // `>` would accept NaN where all its comparisons are false.
  maximum: (rule, operand) =>
    `not (${comparison(operand, '<=', rule.bound)})${orNoNumber(operand, rule.bound)}`,
  'not-equal': (rule, operand) => comparison(operand, '=', rule.value),
  'one-of': (rule, operand) => notOneOf(operand, rule.values),
  valid: (rule, operand) => notValid(operand, rule),
  'multiple-of': (rule, operand) =>
    onNumber(
      operand,
      rule.divisor,
      (number) => `not ${operand.dialect.isMultipleOf(number, rule.divisor)}`,
    ) + orNoNumber(operand, rule.divisor),
  'min-items': (rule, { dialect, value }) => `${dialect.itemCount(value)} < ${rule.count}`,
  'max-items': (rule, { dialect, value }) => `${dialect.itemCount(value)} > ${rule.count}`,
  'unique-items': (_rule, { dialect, value }) =>
    `${dialect.distinctItemCount(value)} < ${dialect.itemCount(value)}`,
  'min-properties': (rule, { dialect, value }) => `${dialect.memberCount(value)} < ${rule.count}`,
  'max-properties': (rule, { dialect, value }) => `${dialect.memberCount(value)} > ${rule.count}`,
  'has-member': (rule, { dialect, value }) =>
    `${value.sql} is not null and not ${dialect.hasMember(value, rule.member)}`,
};

/** Members of JSON are known per row, members of a struct by its type. */
function expectMember({ dialect, value }: Operand, name: string): void {
  if (value.cells !== 'typed') return;
  const type = parseNativeType(dialect.name, value.baseType ?? value.type);
  if (type?.members === undefined || type.name === 'map') return;
  const wanted = name.toLowerCase();
  const isThere = type.members.some((member) => member.name.toLowerCase() === wanted);
  if (!isThere) throw new MemberMissing(name);
}

function within(operand: Operand, steps: readonly Step[], rule: RowRule): string {
  const { dialect, value } = operand;
  const [step, ...rest] = steps;
  if (step === undefined) {
    const condition = conditions[rule.kind] as (rule: RowRule, operand: Operand) => string;
    return condition(rule, operand);
  }
  if ('member' in step) {
    expectMember(operand, step.member);
    const member = dialect.member(value, step.member, step.logicalType);
    return within({ dialect, value: member, parent: value }, rest, rule);
  }
  return dialect.someItem(value, step.logicalType, (item) =>
    within({ dialect, value: item, parent: undefined }, rest, rule),
  );
}

/**
 * The condition for rows that break a rule on a column, or on nested values (`steps`): missing values break
 * only `not-missing`, every present value is examined ('' has length 0). NaN is greater than every number: it
 * breaks every maximum and satisfies every minimum. Patterns match anywhere, in the regular expressions of the
 * source. Throws `NotExpressible` where the dialect lacks the feature.
 */
export function offendingRows(
  dialect: SqlDialect,
  column: SqlValue,
  { rule, steps = [] }: { rule: RowRule; steps?: readonly Step[] | undefined },
): string {
  return within({ dialect, value: column, parent: undefined }, steps, rule);
}
