import type { Context } from '../command.ts';
import { ApiError } from '../http/api-error.ts';
import type { Violation } from '../http/api-error.ts';
import { apiPath } from '../http/api-path.ts';
import { pause } from '../../lib/clock.ts';
import type { Target } from './find-targets.ts';

export type Check = {
  name: string;
  type: string;
  result: string;
  model?: string;
  field?: string;
  reason?: string;
  details?: string;
  durationMs?: number;
};

/** The result of a test, or why there is none. */
export type TestOutcome = {
  id: string;
  server: string | undefined;
  file: string | undefined;
  line: number | undefined;
  /** `passed`, `warning`, `failed`, `error` or `unknown`. */
  result: string;
  checks: readonly Check[];
  logs: readonly { level: string; message: string }[];
  error?: { code: string; message: string; violations?: readonly Violation[] };
};

type Results = { result: string; server: string; checks: Check[]; logs: TestOutcome['logs'] };
type Run = { id: string; state: string; testResultId: string | null; error: string | null };

/** One request is open at most so long, because proxies end longer ones. */
const maxWaitSeconds = 25;

/** Tests on the server, and waits for the result. A text that the server refuses is an outcome, too. */
export async function runTest(
  context: Pick<Context, 'client' | 'signal' | 'printer'>,
  target: Target,
  waitSeconds: number,
): Promise<TestOutcome> {
  const { id, server, document, wrong } = target;
  const { file, line } = document ?? wrong ?? {};
  const head = { id, server, file, line };
  if (wrong) return { ...head, result: 'error', checks: [], logs: [], error: wrong };
  try {
    const results = await testAndWait(context, target, waitSeconds);
    const { result, checks, logs } = results;
    return { ...head, server: results.server, result, checks, logs };
  } catch (error) {
    const isAboutText = error instanceof ApiError && [400, 404, 409, 422].includes(error.status);
    if (!isAboutText) throw error;
    const { code, detail: message, violations } = error.problem;
    const refused = { code, message, ...(violations && { violations }) };
    return { ...head, result: 'error', checks: [], logs: [], error: refused };
  }
}

async function testAndWait(
  { client, signal, printer }: Pick<Context, 'client' | 'signal' | 'printer'>,
  { id, server, document }: Target,
  waitSeconds: number,
): Promise<Results> {
  const deadline = Date.now() + waitSeconds * 1_000;
  const path = document
    ? apiPath`/api/datacontracts/${id}/test-candidate`
    : apiPath`/api/datacontracts/${id}/test`;
  const started = await client().request({
    method: 'POST',
    path,
    query: { server },
    headers: { prefer: `wait=${Math.min(waitSeconds, maxWaitSeconds)}` },
    ...(document && { body: document.text, contentType: `application/${document.format}` }),
  });
  if (started.status === 200) return JSON.parse(started.text) as Results;
  const { id: runId, hint } = JSON.parse(started.text) as Run & { hint?: string };
  if (hint !== undefined) printer.say(hint);
  for (;;) {
    const run = await client().get<Run>(apiPath`/api/test-runs/${runId}`);
    if (run.testResultId !== null)
      return client().get<Results>(apiPath`/api/test-results/${run.testResultId}`);
    if (['FAILED', 'CANCELLED'].includes(run.state)) throw ended(run);
    if (Date.now() > deadline) throw late(runId, waitSeconds);
    await pause(1_000, signal);
  }
}

function ended({ id, state, error }: Run): ApiError {
  const detail = error ?? `The test run ${id} ended ${state} without a result.`;
  return new ApiError({ status: 409, code: 'test_run_ended', detail }, new Headers());
}

function late(runId: string, waitSeconds: number): ApiError {
  const detail = `The test has no result after ${waitSeconds} seconds and continues: concordat get test-run ${runId} shows it; --wait waits longer.`;
  return new ApiError({ status: 409, code: 'test_run_late', detail }, new Headers());
}
