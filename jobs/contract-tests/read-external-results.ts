import type { TestCheck } from '../../domain/test-results/store-checks.ts';
import { refuse } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { objectOf, objectsOf, textOf } from '../../domain/standards/json-value.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import { inspectJson } from '../../lib/json/json.ts';
import { hideSecrets } from './hide-secrets.ts';
import { worstOf } from '../../domain/contract-tests/outcome.ts';
import type { LogLine, TestVerdict } from '../../domain/contract-tests/outcome.ts';

/** The results of another engine in Concordat's form. */
export type ExternalResults = {
  result: TestVerdict;
  checks: TestCheck[];
  logs: LogLine[];
  timestampStart: Date | undefined;
  timestampEnd: Date | undefined;
};

const maxDepth = 32;

/**
 * Reads the results of a Data Contract CLI API: `info`, `skipped` and null verdicts become `unknown`, nulls are
 * left out, unknown members stay, secrets are hidden. The worst check decides the whole result. Refuses with
 * `source_failed` invalid results, and results that cannot be stored.
 */
export function readExternalResults(
  answer: unknown,
  secrets: readonly string[] = [],
): ExternalResults {
  const given = objectOf(answer) ?? refuseAnswer();
  const { tooDeep, unstorableAt } = inspectJson(given, maxDepth);
  if (tooDeep || unstorableAt !== undefined) {
    return refuse('source_failed', 'its answer holds text that cannot be stored');
  }
  const run = objectOf(hideSecrets(given, secrets)) ?? {};
  const result = verdictOf(run['result'], 'result');
  const checks = checksOf(run).map(readCheck);
  return {
    result: worstOf([result, ...checks.map((check) => check.result)]),
    checks: checks.map((check) => toStored(check.result, check.body)),
    logs: objectsOf(run['logs']).map(readLog),
    timestampStart: instantOf(run['timestampStart']),
    timestampEnd: instantOf(run['timestampEnd']),
  };
}

/** A failed result without checks is valid too. */
function checksOf({ checks, result }: JsonObject): unknown[] {
  if (Array.isArray(checks)) return checks;
  if (checks != null) return refuseAnswer("its 'checks' are not a list");
  return result == null ? refuseAnswer() : [];
}

function refuseAnswer(why?: string): never {
  return refuse(
    'source_failed',
    `it answered no test result${why === undefined ? '' : `: ${why}`}`,
  );
}

const verdicts: readonly string[] = ['passed', 'warning', 'failed', 'error'];
const sayNothing: readonly string[] = ['unknown', 'info', 'skipped'];

function verdictOf(value: unknown, field: string): TestVerdict {
  if (value == null) return 'unknown';
  const text = textOf(value)?.toLowerCase() ?? '';
  if (verdicts.includes(text)) return text as TestVerdict;
  if (sayNothing.includes(text)) return 'unknown';
  const shown = oneLine(JSON.stringify(value), 60);
  return refuseAnswer(`'${field}' is ${shown}, which is not a test result`);
}

const texts = [
  'key',
  'category',
  'model',
  'field',
  'reason',
  'details',
  'dimension',
  'qualityReference',
] as const;
const numbers = ['totalNumber', 'failedNumber', 'durationMs'] as const;

function readCheck(given: unknown, index: number): { result: TestVerdict; body: JsonObject } {
  const check = objectOf(given) ?? refuseAnswer(`'checks[${index}]' is no object`);
  const result = verdictOf(check['result'], `checks[${index}].result`);
  const kept = Object.entries(check).filter(
    ([name, value]) => value !== null && isRight(name, value),
  );
  const body: JsonObject = {
    ...Object.fromEntries(kept),
    type: textOf(check['type']) ?? 'unknown',
    name: textOf(check['name']) ?? textOf(check['type']) ?? 'unknown',
    engine: textOf(check['engine']) ?? 'external',
    result,
  };
  return { result, body };
}

/** True if a member has the type that Concordat's own results have. */
function isRight(name: string, value: unknown): boolean {
  if (texts.some((one) => one === name)) return typeof value === 'string';
  if (numbers.some((one) => one === name)) return typeof value === 'number';
  if (name === 'failedSamples') return Array.isArray(value);
  if (name === 'tags') return Array.isArray(value) && value.every((tag) => typeof tag === 'string');
  return name !== 'diagnostics' || objectOf(value) !== undefined;
}

function toStored(result: TestVerdict, body: JsonObject): TestCheck {
  const { type, model, field } = body;
  return {
    type: String(type),
    result,
    model: textOf(model),
    field: textOf(field),
    body,
  };
}

function readLog(line: JsonObject): LogLine {
  const level = textOf(line['level'])?.toUpperCase();
  return {
    level:
      level === 'ERROR' || level === 'INFO' ? level : level?.startsWith('WARN') ? 'WARN' : 'INFO',
    message: textOf(line['message']) ?? '',
    timestamp: (instantOf(line['timestamp']) ?? new Date(0)).toISOString(),
  };
}

/** Python also writes instants without a time zone; these are UTC. */
function instantOf(value: unknown): Date | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text);
  const at = new Date(hasZone ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
