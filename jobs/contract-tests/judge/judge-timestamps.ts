import type { ExpectationOf, FindingOf, Judgement } from './finding.ts';
import type { Expectation, PlannedCheck } from '../plan/planned-check.ts';

/**
 * Formats a timestamp like datacontract-cli: `2023-12-03T18:38:38+00:00`, with microseconds if there are any.
 */
function formatTimestamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const date = new Date(whole * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const micros = Math.round((seconds - whole) * 1e6);
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`;
  return `${date.toISOString().slice(0, 19)}${fraction}+00:00`;
}

/** Clocks differ, and timestamps without a zone are read as UTC; more than a day ahead is a mistake in the data. */
const maxAheadSeconds = 86_400;

/** Postgres timestamps can be infinite, which JSON cannot express. */
const ageOf = (now: number, at: number): number => Math.trunc(now - at);

type Bounds = { metric: string; field: string; seconds: number };

const isOfTimestamps = (
  expectation: Expectation,
): expectation is ExpectationOf<'freshness' | 'retention' | 'frequency'> =>
  ['freshness', 'retention', 'frequency'].includes(expectation.kind);

function boundsOf({ expectation }: PlannedCheck): Bounds {
  if (isOfTimestamps(expectation)) {
    const { kind, column, seconds } = expectation;
    return { metric: kind, field: column.name, seconds };
  }
  throw new Error(`A check of kind ${expectation.kind} cannot be judged by a timestamp`);
}

const withoutTimestamp = ({ metric, field, seconds }: Bounds): Judgement => ({
  result: 'failed',
  reason: `No timestamp value found in '${field}'`,
  diagnostics: { metric, field, threshold_seconds: seconds },
});

function exceeds(what: string, age: number, seconds: number): string {
  return `${what} is ${age}s, which exceeds the threshold of ${seconds}s`;
}

/** Judges freshness by the newest and retention by the oldest timestamp; a table without any fails. */
export function judgeTimestamp(check: PlannedCheck, finding: FindingOf<'timestamp'>): Judgement {
  const bounds = boundsOf(check);
  const { at, now, durationMs } = finding;
  if (at === undefined) return { ...withoutTimestamp(bounds), durationMs };
  const { metric, field, seconds } = bounds;
  const age = ageOf(now, at);
  const isFreshness = metric === 'freshness';
  const isAhead = isFreshness && age < -maxAheadSeconds;
  const passes = age <= seconds && !isAhead;
  const reason = isAhead
    ? `The newest value of '${field}' is ${-age}s in the future, so it does not show when the data was updated`
    : exceeds(isFreshness ? 'Freshness' : 'Retention', age, seconds);
  return {
    result: passes ? 'passed' : 'failed',
    reason: passes ? undefined : reason,
    details: `${age} s old`,
    durationMs,
    diagnostics: {
      metric,
      field,
      age_seconds: age,
      threshold_seconds: seconds,
      [isFreshness ? 'latest_timestamp' : 'oldest_timestamp']: formatTimestamp(at),
    },
  };
}

/** Judges frequency by the longest time between two consecutive timestamps, or since the newest. */
export function judgeGaps(check: PlannedCheck, finding: FindingOf<'gaps'>): Judgement {
  const bounds = boundsOf(check);
  const { newest, largestGap = 0, now, durationMs } = finding;
  if (newest === undefined) return { ...withoutTimestamp(bounds), durationMs };
  const { metric, field, seconds } = bounds;
  const age = ageOf(now, newest);
  const gap = Math.trunc(largestGap);
  const longest = Math.max(age, gap);
  const passes = longest <= seconds;
  const what = gap >= age ? 'Longest gap' : 'Time since the newest value';
  return {
    result: passes ? 'passed' : 'failed',
    reason: passes ? undefined : exceeds(what, longest, seconds),
    details: `longest gap ${gap} s, newest ${age} s old`,
    durationMs,
    diagnostics: {
      metric,
      field,
      age_seconds: age,
      largest_gap_seconds: gap,
      threshold_seconds: seconds,
      latest_timestamp: formatTimestamp(newest),
    },
  };
}
