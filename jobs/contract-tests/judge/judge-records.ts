import type { FindingOf, Judgement } from './finding.ts';
import type { CheckResult } from '../../../domain/contract-tests/outcome.ts';
import type { PlannedCheck } from '../plan/planned-check.ts';

/** The number of names that fit in a line. */
const maxNamed = 3;

const fails = ({ result }: CheckResult): boolean => result === 'failed' || result === 'warning';

function named(checks: readonly CheckResult[]): string {
  const first = checks.slice(0, maxNamed).map(({ field, model, reason, name }) => {
    return `${field ?? model}: ${reason ?? name}`;
  });
  const more = checks.length - first.length;
  return `${first.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Judges all JSON records of a table by the checks of their values, like JSON Schema in datacontract-cli. */
export function judgeRecords(_check: PlannedCheck, { others }: FindingOf<'records'>): Judgement {
  const engine = 'jsonschema';
  const failed = others.filter(fails);
  if (failed.length > 0) return { engine, result: 'failed', reason: named(failed) };
  const open = others.filter(({ result }) => result !== 'passed');
  if (open.length > 0) return { engine, result: 'unknown', reason: named(open) };
  return { engine, result: 'passed', reason: 'All JSON entries are valid.' };
}
