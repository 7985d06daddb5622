import type { Findings } from '../findings.ts';
import { makeRequest } from '../generate/request.ts';
import type { FuzzRequest } from '../generate/request.ts';
import type { Installation } from '../installation/start-installation.ts';
import type { Prepared } from '../installation/prepare-organization.ts';
import type { Limits } from '../limits.ts';
import { sendRequest } from '../send/send-request.ts';
import type { Outcome } from '../send/send-request.ts';
import { findFailure } from '../watch/failure-location.ts';
import type { ProcessWatch } from '../watch/processes.ts';
import { isDesigned, problemIn } from './designed-answers.ts';
import type { Tally } from './tally.ts';

/** A run of requests, with its monitors. */
export type RequestRun = {
  installation: Pick<Installation, 'api' | 'fleet' | 'address' | 'port'>;
  prepared: Prepared;
  processes: ProcessWatch;
  findings: Findings;
  tally: Tally;
  seed: number;
  /** The command that sends the same requests again. */
  command: string;
  limits: Limits;
  /** The requests that were running, or had run shortly before, at a given time. */
  recent: RecentRequests;
};

/** Stores the last requests, newest last. */
export type RecentRequests = {
  begin: (index: number) => void;
  end: (index: number) => void;
  /** Requests that had no answer yet, then requests answered since. */
  suspects: (since: number) => number[];
};

export function rememberRecent(): RecentRequests {
  const open = new Set<number>();
  const ended: { index: number; at: number }[] = [];
  return {
    begin: (index) => void open.add(index),
    end: (index) => {
      open.delete(index);
      ended.push({ index, at: Date.now() });
      if (ended.length > 400) ended.splice(0, 200);
    },
    suspects: (since) => {
      const after = ended.filter(({ at }) => at >= since).map(({ index }) => index);
      return [...open, ...after.toReversed()];
    },
  };
}

/** Number of requests after which deleted and revoked things are created again. */
const restoreEvery = 2_500;

export type Range = { from: number; to: number; seconds: number; concurrency: number };

/** Sends the requests of a range, several at once; returns the number sent within the time limit. */
export async function sendAll(run: RequestRun, range: Range): Promise<number> {
  const end = Date.now() + range.seconds * 1_000;
  let next = range.from;
  let restoring = Promise.resolve();
  const take = (): number | undefined => {
    if (next > range.to || Date.now() > end) return undefined;
    const index = next;
    next += 1;
    if (index > range.from && index % restoreEvery === 0) {
      restoring = run.processes
        .alive()
        .then(() => run.prepared.restore())
        .catch(() => {});
    }
    return index;
  };
  const lane = async (): Promise<void> => {
    for (let index = take(); index !== undefined; index = take()) {
      await run.processes.alive();
      await restoring;
      await sendOne(run, index);
    }
  };
  await Promise.all(Array.from({ length: range.concurrency }, lane));
  return next - range.from;
}

async function sendOne(run: RequestRun, index: number): Promise<void> {
  const { prepared, recent, seed } = run;
  const request = makeRequest({ seed, ...prepared }, index);
  const id = `fuzz-${index}`;
  recent.begin(index);
  let outcome = await sendRequest(request, prepared.receiver, id, run.limits);
  if (outcome.kind === 'refused' && (await hasDied(run))) {
    outcome = await sendRequest(request, prepared.receiver, id, run.limits);
  }
  recent.end(index);
  run.tally.count(request, outcome);
  await note(run, request, outcome);
}

async function note(run: RequestRun, request: FuzzRequest, outcome: Outcome): Promise<void> {
  const { index, operation } = request;
  if ((outcome.status ?? 0) >= 500) return noteServerError(run, request, outcome);
  if (outcome.kind === 'hung') {
    const detail = `no answer after ${Math.round(outcome.ms)} ms`;
    run.findings.add({ kind: 'hang', signature: `hang ${operation}`, operation, index, detail });
  }
  if (outcome.kind !== 'dropped') return;
  if (await hasDied(run)) return;
  const detail = 'the connection was closed without an answer';
  run.findings.add({
    kind: 'dropped',
    signature: `dropped ${operation}`,
    operation,
    index,
    detail,
  });
}

/** True if the API has just died; the death is recorded elsewhere, shortly after its connections close. */
async function hasDied({ processes }: RequestRun): Promise<boolean> {
  const since = Date.now() - 1_000;
  await new Promise((resolve) => setTimeout(resolve, 300));
  await processes.alive();
  return processes.diedSince('api', since);
}

async function noteServerError(
  run: RequestRun,
  { index, operation }: FuzzRequest,
  outcome: Outcome,
): Promise<void> {
  const { status = 500 } = outcome;
  const problem = problemIn(outcome.text);
  if (isDesigned(status, problem)) return run.tally.designed(`${status} ${problem}`);
  const failure = await failureOf(run, `fuzz-${index}`);
  if (isDesigned(status, problem, failure?.message)) {
    return run.tally.designed(`${status} ${failure?.message}`);
  }
  const location = failure?.location ?? 'not logged';
  const kind = status === 503 ? 'unavailable' : 'server error';
  run.findings.add({
    kind,
    signature: `${kind} ${status} ${location === 'not logged' ? operation : location}`,
    operation,
    index,
    detail: `${status} ${problem}; ${failure?.message ?? ''} at ${location}`,
  });
}

/** Logs are written shortly after the answer. */
async function failureOf({ installation }: RequestRun, id: string) {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const failure = findFailure(installation.api.process.output(), id);
    if (failure) return failure;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}
