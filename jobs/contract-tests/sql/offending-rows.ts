import { logicalTypeOf, satisfiesLogicalType } from '../../../domain/dialects/column-types.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import type { RowRule, Step } from '../plan/planned-check.ts';
import { datePattern } from './date-pattern.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';
import { formatPatterns } from './value-formats.ts';

/** What a condition is about: a value, and the object that it is a member of. */
type Place = { dialect: SqlDialect; value: SqlValue; parent: SqlValue | undefined };

/** The logical type in whose terms values are compared; that of the native type where there is one. */
function readAsOf({ dialect, value }: Place, bound: Scalar): LogicalType | undefined {
  if (value.cells === 'typed') {
    const native = value.baseType ?? value.type;
    return native === '' ? value.logicalType : logicalTypeOf(dialect.name, native);
  }
  return typeof bound === 'number' ? 'number' : (value.logicalType ?? 'string');
}

const read = ({ dialect, value }: Place, logicalType: LogicalType | undefined): string =>
  logicalType === undefined ? value.sql : dialect.read(value, logicalType);

/**
 * A condition on a number. Where reading it would round, integers in texts are looked at as such, as long as what they meet
 * is an integer, too.
 */
function onNumber(place: Place, by: number, condition: (number: string) => string): string {
  const { dialect, value } = place;
  const inGeneral = condition(read(place, 'number'));
  const isWhole = value.logicalType === 'integer' && Number.isSafeInteger(by);
  if (value.cells === 'typed' || !isWhole || dialect.readWhole === undefined) return inGeneral;
  // NULL for what is no integer.
  return `coalesce(${condition(dialect.readWhole(value))}, ${inGeneral})`;
}

const numberTypes: ReadonlySet<LogicalType | undefined> = new Set(['integer', 'number']);

/** Values that are there and no numbers keep no bound. Of what is declared a number, the check of its type says so. */
function orNoNumber(place: Place, bound: number | string): string {
  const { value } = place;
  const isTold = value.cells === 'typed' || numberTypes.has(value.logicalType);
  if (isTold || typeof bound !== 'number') return '';
  return ` or (${value.sql} is not null and ${read(place, 'number')} is null)`;
}

function comparison(place: Place, operator: '<' | '<=' | '=', bound: number | string): string {
  const { dialect, value } = place;
  const readAs = readAsOf(place, bound);
  // As a text, '10' would be less than 3; the source says itself that a text is no number.
  const isText = readAs === 'string' && typeof bound === 'number';
  const literal = dialect.bound(bound, value, isText ? undefined : readAs);
  if (value.cells !== 'typed' && typeof bound === 'number')
    return onNumber(place, bound, (number) => `${number} ${operator} ${literal}`);
  return `${read(place, readAs)} ${operator} ${literal}`;
}

function notOneOf(place: Place, values: readonly Scalar[]): string {
  const { dialect, value } = place;
  const numeric = values.every((each) => typeof each === 'number');
  const declared = value.logicalType ?? (numeric ? 'number' : 'string');
  const readAs = value.cells === 'typed' ? readAsOf(place, '') : declared;
  const literals = values.map((each) => dialect.bound(each, value, readAs));
  const found = read(place, readAs);
  const unreadable =
    value.cells === 'typed' ? '' : ` or (${value.sql} is not null and ${found} is null)`;
  return `${found} not in (${literals.join(', ')})${unreadable}`;
}

/**
 * Of an object that is not there no member is missing: that is for the rule on the object. A composite value of
 * Postgres `is not null` only when all its members are there, so the question is asked the other way round.
 */
const isMissing = ({ value, parent }: Place): string =>
  parent === undefined
    ? `${value.sql} is null`
    : `not (${parent.sql} is null) and ${value.sql} is null`;

function isMissingOr(place: Place, values: readonly Scalar[]): string {
  if (values.length === 0) return isMissing(place);
  const { dialect, value } = place;
  const literals = values.map((each) => dialect.literal(String(each)));
  return `${isMissing(place)} or ${dialect.text(value)} in (${literals.join(', ')})`;
}

function notMatching({ dialect, value }: Place, pattern: string): string {
  return `not ${dialect.matches(dialect.text(value), pattern)}`;
}

/** A pattern that is ours and not of the contract. */
function notDescribed({ dialect, value }: Place, pattern: string): string {
  return `not ${dialect.matchesWhole(dialect.text(value), pattern)}`;
}

function notValid(place: Place, rule: RuleOf<'valid'>): string {
  const parts = [
    rule.values === undefined ? undefined : notOneOf(place, rule.values),
    rule.pattern === undefined ? undefined : notMatching(place, rule.pattern),
  ];
  return parts.filter((part) => part !== undefined).join(' or ') || nothing;
}

/** Every value of a type has it; what is known of none is left to the checks of its values. */
function isOfOtherType({ dialect, value }: Place, logicalType: LogicalType): boolean {
  const native = value.baseType ?? value.type;
  const actual = native === '' ? undefined : logicalTypeOf(dialect.name, native);
  return actual !== undefined && !satisfiesLogicalType(logicalType, actual, native);
}

/** Written so that a NULL (unreadable, or the answer of a regular expression about NULL) is not taken for a yes. */
function notCastable(place: Place, logicalType: LogicalType): string {
  const { dialect, value } = place;
  if (value.cells === 'typed') {
    return isOfOtherType(place, logicalType) ? `${value.sql} is not null` : nothing;
  }
  const fits = dialect.fits(value, logicalType);
  return `${value.sql} is not null and case when ${fits} then 0 else 1 end = 1`;
}

const datesAndTimes: ReadonlySet<LogicalType | undefined> = new Set(['date', 'time', 'timestamp']);

function notInDateFormat(place: Place, format: string): string {
  // A column of dates has no format of its own.
  const isTyped = place.value.cells === 'typed' && datesAndTimes.has(readAsOf(place, ''));
  return isTyped ? nothing : notDescribed(place, datePattern(format));
}

const nothing = '1 = 0';

const length = ({ dialect, value }: Place): string => dialect.length(dialect.text(value));

type RuleOf<Kind extends RowRule['kind']> = Extract<RowRule, { kind: Kind }>;

/** One entry per kind of rule; a new kind does not compile before it stands here. */
const conditions: {
  [Kind in RowRule['kind']]: (rule: RuleOf<Kind>, place: Place) => string;
} = {
  'not-missing': (_rule, place) => isMissing(place),
  'not-missing-values': (rule, place) => isMissingOr(place, rule.values),
  castable: (rule, place) => notCastable(place, rule.logicalType),
  'min-length': (rule, place) => `${length(place)} < ${rule.length}`,
  'max-length': (rule, place) => `${length(place)} > ${rule.length}`,
  pattern: (rule, place) => notMatching(place, rule.pattern),
  format: (rule, place) =>
    rule.format === 'binary' ? nothing : notDescribed(place, formatPatterns[rule.format]),
  'date-format': (rule, place) => notInDateFormat(place, rule.format),
  minimum: (rule, place) => comparison(place, '<', rule.bound) + orNoNumber(place, rule.bound),
  // Not `>`: where NaN compares as false with everything it would slip through.
  maximum: (rule, place) =>
    `not (${comparison(place, '<=', rule.bound)})${orNoNumber(place, rule.bound)}`,
  'not-equal': (rule, place) => comparison(place, '=', rule.value),
  'one-of': (rule, place) => notOneOf(place, rule.values),
  valid: (rule, place) => notValid(place, rule),
  'multiple-of': (rule, place) =>
    onNumber(
      place,
      rule.divisor,
      (number) => `not ${place.dialect.isMultipleOf(number, rule.divisor)}`,
    ) + orNoNumber(place, rule.divisor),
  'min-items': (rule, { dialect, value }) => `${dialect.itemCount(value)} < ${rule.count}`,
  'max-items': (rule, { dialect, value }) => `${dialect.itemCount(value)} > ${rule.count}`,
  'unique-items': (_rule, { dialect, value }) =>
    `${dialect.distinctItemCount(value)} < ${dialect.itemCount(value)}`,
  'min-properties': (rule, { dialect, value }) => `${dialect.memberCount(value)} < ${rule.count}`,
  'max-properties': (rule, { dialect, value }) => `${dialect.memberCount(value)} > ${rule.count}`,
  'has-member': (rule, { dialect, value }) =>
    `${value.sql} is not null and not ${dialect.hasMember(value, rule.member)}`,
};

function within(place: Place, steps: readonly Step[], rule: RowRule): string {
  const { dialect, value } = place;
  const [step, ...rest] = steps;
  if (step === undefined) {
    const condition = conditions[rule.kind] as (rule: RowRule, place: Place) => string;
    return condition(rule, place);
  }
  if ('member' in step) {
    const member = dialect.member(value, step.member, step.logicalType);
    return within({ dialect, value: member, parent: value }, rest, rule);
  }
  return dialect.someItem(value, step.logicalType, (item) =>
    within({ dialect, value: item, parent: undefined }, rest, rule),
  );
}

/**
 * The condition that is true for the rows that break a rule on a column, or on what is inside of it (`steps`): missing
 * values break only `not-missing`, every value that is there is looked at ('' has length 0). NaN is greater than every
 * number: it breaks every maximum and keeps every minimum. Patterns are searched anywhere, in the regular expressions of
 * the source. Throws `NotExpressible` where the dialect has nothing for it.
 */
export function offendingRows(
  dialect: SqlDialect,
  column: SqlValue,
  { rule, steps = [] }: { rule: RowRule; steps?: readonly Step[] | undefined },
): string {
  return within({ dialect, value: column, parent: undefined }, steps, rule);
}
