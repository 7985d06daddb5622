import type { Threshold } from '../../../domain/standards/odcs/contract-model.ts';
import type { FindingOf, Judgement } from './finding.ts';
import { mask, toJsonSafe } from './json-safe.ts';
import type { PlannedCheck } from '../plan/planned-check.ts';
import { describeThreshold, satisfies } from '../plan/thresholds.ts';

type Answer = string | number | bigint | boolean | null;

/** A driver's value in comparable form, without cutting; lists and structs as JSON. */
function answerOf(value: unknown): Answer {
  const isPlain = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isPlain ? (value as Answer) : toJsonSafe(value);
}

const numberText = /^\s*[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)(e[+-]?[0-9]+)?\s*$/i;

/** The number in an answer (drivers return decimals as texts); a boolean is 1 or 0. */
function numberOf(answer: Answer): number | undefined {
  if (typeof answer === 'string') return numberText.test(answer) ? Number(answer) : undefined;
  return answer === null ? undefined : Number(answer);
}

const wholeNumber = /^\s*([+-]?\d{1,1000})(?:\.0*)?\s*$/;

/** Numbers above 2^53 are compared as text, because JavaScript rounds them. */
const isSameInteger = ([one = '', other = '']: readonly (string | undefined)[]): boolean =>
  BigInt(one.replace('+', '')) === BigInt(other.replace('+', ''));

const truths: Readonly<Record<string, boolean>> = { true: true, t: true, false: false, f: false };

/** Platforms without booleans answer 1 and 0. */
function booleanOf(answer: Answer): boolean | undefined {
  if (typeof answer === 'string') {
    const text = answer.trim().toLowerCase();
    if (Object.hasOwn(truths, text)) return truths[text];
  }
  const number = numberOf(answer);
  if (number === 0 || number === 1) return number === 1;
  return undefined;
}

const timestampParts =
  /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)0*(Z|[+-]\d\d:?\d\d)?)?\s*$/i;

/** Milliseconds of a date (its start) or of a timestamp, which is UTC without a time zone. */
function timestampOf(text: unknown): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = timestampParts.exec(String(text)) ?? [];
  const timestamp = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

function isEqual(answer: Answer, value: string | number | boolean): boolean {
  if (typeof value === 'boolean') return booleanOf(answer) === value;
  if (String(answer) === String(value)) return true;
  const integers = [answer, value].map((each) => wholeNumber.exec(String(each))?.[1]);
  if (integers.every((digits) => digits !== undefined)) return isSameInteger(integers);
  const timestamp = timestampOf(value);
  if (timestamp !== undefined && timestampOf(answer) === timestamp) return true;
  const expected = typeof value === 'number' ? value : numberOf(value);
  const actual = numberOf(answer);
  return expected !== undefined && actual === expected;
}

/** True if the answer passes; undefined when the two cannot be compared. */
function passes(threshold: Threshold, answer: Answer): boolean | undefined {
  if (threshold.operator === '=') return isEqual(answer, threshold.value);
  if (threshold.operator === '!=') return !isEqual(answer, threshold.value);
  const number = numberOf(answer);
  return number === undefined ? undefined : satisfies(threshold, number);
}

/** Digits in a text are identifiers such as phone numbers and card numbers, not counts. */
const digitsOfSomething = /^[\s+]*\d{6,}\s*$/;

/** Counts and averages are not personal data. */
function hide(answer: Answer): Answer {
  if (answer === null) return null;
  const isNumber = numberOf(answer) !== undefined;
  return isNumber && !(typeof answer === 'string' && digitsOfSomething.test(answer))
    ? answer
    : mask;
}

/** Formats a value like datacontract-cli, which is written in Python. */
function shown(answer: ReturnType<typeof toJsonSafe>): string {
  if (answer === null) return 'None';
  if (typeof answer === 'boolean') return answer ? 'True' : 'False';
  return String(answer);
}

/**
 * Judges a SQL rule by its first cell: `=` and `!=` compare numbers, texts and booleans, the others numbers
 * only. NULL, an answer without rows, and a text where a number is compared fail every operator.
 */
export function judgeAnswer(check: PlannedCheck, finding: FindingOf<'answer'>): Judgement {
  const { expectation, severity, field, model } = check;
  if (expectation.kind !== 'sql') {
    const reason = `A check of kind ${expectation.kind} cannot be judged by an answer`;
    return { result: 'error', reason };
  }
  const answer = answerOf(finding.value);
  const threshold = describeThreshold(expectation.threshold);
  const verdict = answer === null ? false : passes(expectation.threshold, answer);
  const visible = toJsonSafe(finding.isSensitive === true ? hide(answer) : answer);
  const diagnostics = {
    metric: 'custom_sql',
    ...(field === undefined ? {} : { field }),
    ...(visible === null ? {} : { value: visible }),
    ...(severity === undefined ? {} : { severity }),
    threshold,
  };
  const common = {
    durationMs: finding.durationMs,
    diagnostics,
    details: `answer ${shown(visible)}`,
  };
  if (verdict === undefined) {
    const reason = `The query returned '${shown(visible)}', which is not a number to compare with ${threshold}`;
    return { ...common, result: 'failed', isCertain: true, reason };
  }
  if (verdict) return { ...common, result: 'passed' };
  const reason = `Actual custom_sql(${field ?? model}) was ${shown(visible)}, expected ${threshold}`;
  return { ...common, result: 'failed', reason };
}
