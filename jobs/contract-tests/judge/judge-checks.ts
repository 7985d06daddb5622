import type { Finding, FindingOf, Judgement } from './finding.ts';
import { judgeAnswer } from './judge-answers.ts';
import { judgeColumn, judgeTable } from './judge-columns.ts';
import { judgeCount } from './judge-counts.ts';
import { judgeGaps, judgeTimestamp } from './judge-timestamps.ts';
import { judgeRecords } from './judge-records.ts';
import type { CheckResult } from '../../../domain/contract-tests/outcome.ts';
import type { PlannedCheck } from '../plan/planned-check.ts';

/** Severities that turn a failure into a warning; every other text leaves it a failure. */
const mildSeverities: ReadonlySet<string> = new Set([
  'info',
  'warning',
  'warn',
  'low',
  'minor',
  'trivial',
]);

/** One entry per kind of finding. */
const judges: {
  [Kind in Finding['kind']]: (check: PlannedCheck, finding: FindingOf<Kind>) => Judgement;
} = {
  counted: judgeCount,
  column: judgeColumn,
  timestamp: judgeTimestamp,
  gaps: judgeGaps,
  answer: judgeAnswer,
  records: judgeRecords,
  'table-found': judgeTable,
  'table-missing': ({ expectation }, { reason }) => {
    const isPresence = expectation.kind === 'present' || expectation.kind === 'table-present';
    return { result: isPresence ? 'failed' : 'unknown', reason };
  },
  'column-missing': (_check, { column }) => ({
    result: 'failed',
    reason: `Column '${column}' not found`,
  }),
  broken: (_check, { reason }) => ({ result: 'error', reason }),
  'not-evaluated': (_check, { reason }) => ({ result: 'unknown', reason }),
};

function judge(check: PlannedCheck, finding: Finding): Judgement {
  return (judges[finding.kind] as (check: PlannedCheck, finding: Finding) => Judgement)(
    check,
    finding,
  );
}

/**
 * The result of one check: reasons and diagnostics with the wording of datacontract-cli; a failure becomes a
 * warning if the rule's `severity` is mild. Pure.
 */
export function judgeCheck(check: PlannedCheck, finding: Finding): CheckResult {
  const { isCertain = false, ...judgement } = judge(check, finding);
  const mild =
    judgement.result === 'failed' &&
    !isCertain &&
    mildSeverities.has(check.severity?.toLowerCase() ?? '');
  return {
    key: check.key,
    category: check.category,
    type: check.type,
    name: check.name,
    model: check.model,
    field: check.field,
    engine: 'concordat',
    dimension: check.dimension,
    qualityReference: check.qualityReference,
    tags: check.tags.length === 0 ? undefined : check.tags,
    failedSamples: undefined,
    reason: undefined,
    details: undefined,
    totalNumber: undefined,
    failedNumber: undefined,
    durationMs: undefined,
    diagnostics: undefined,
    ...judgement,
    result: mild ? 'warning' : judgement.result,
  };
}
