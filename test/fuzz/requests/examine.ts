import type { Finding } from '../findings.ts';
import { makeRequest } from '../generate/request.ts';
import type { FuzzRequest } from '../generate/request.ts';
import type { Limits } from '../limits.ts';
import { toShellLine } from '../send/reproduce.ts';
import { sendRequest } from '../send/send-request.ts';
import type { Outcome } from '../send/send-request.ts';
import { shrink, withoutParts } from '../shrink/shrink.ts';
import { simplerRequests } from '../shrink/simpler-request.ts';
import { findFailure } from '../watch/failure-location.ts';
import type { HealthWatch } from '../watch/health.ts';
import { processorMs } from '../watch/processor.ts';
import type { RequestRun } from './run-requests.ts';

export type Examination = {
  run: RequestRun;
  health: HealthWatch;
  /** Requests that may have caused findings of several, by signature. */
  suspects: ReadonlyMap<string, readonly number[]>;
  /** Folder for long bodies. */
  folder: string;
  shrinkSeconds: number;
};

/** Resolves to true if sending these requests (several at once) reproduces the finding. */
type Try = (requests: readonly FuzzRequest[]) => Promise<boolean>;

/** Time limit of the examination, in multiples of the limit for one finding. */
const findingsInTime = 8;
/**
 * Maximum number of suspects to try for one finding: a death takes seconds to try, everything else
 * milliseconds.
 */
const maxSuspects = (kind: Finding['kind']): number => (kind === 'death' ? 40 : 300);
/** Number of tries for a death that depends on a race. */
const triesOfDeath = 8;
const roundsOfRace = 3;

/**
 * Reproduces and shrinks every finding, and describes how; removes findings that are slow only among concurrent
 * requests.
 */
export async function examineAll(examination: Examination): Promise<void> {
  const { run, shrinkSeconds } = examination;
  const until = Date.now() + shrinkSeconds * findingsInTime * 1_000;
  for (const finding of run.findings.all().toSorted(surestFirst)) {
    await run.processes.alive();
    const isInTime = Date.now() < until;
    const requests = isInTime ? await findCause(examination, finding) : undefined;
    if (requests) await explainFinding(examination, finding, requests);
    else withoutCause(examination, finding);
  }
}

/** Sorts certain faults before findings that a busy machine may explain. */
function surestFirst(one: Finding, other: Finding): number {
  const order: Finding['kind'][] = ['death', 'server error', 'unavailable', 'dropped', 'stall'];
  const rank = ({ kind }: Finding): number => (order.includes(kind) ? order.indexOf(kind) : 9);
  return rank(one) - rank(other);
}

function withoutCause({ run, suspects }: Examination, finding: Finding): void {
  // Any request is slow beside slow ones; requests that are slow alone are found on their own.
  if (finding.kind === 'hang' || finding.kind === 'stall') {
    run.findings.remove(finding.signature);
    run.tally.setAside(finding);
    return;
  }
  const indexes = suspects.get(finding.signature) ?? [];
  const among =
    indexes.length === 0 ? '' : ` --from ${Math.min(...indexes)} --to ${Math.max(...indexes)}`;
  const range = finding.index === undefined ? among : ` --only ${finding.index}`;
  run.findings.reproduce(finding.signature, [
    `not reproduced alone; ${run.command}${range} sends it again`,
  ]);
}

async function findCause(
  examination: Examination,
  finding: Finding,
): Promise<FuzzRequest[] | undefined> {
  const { run, suspects, shrinkSeconds } = examination;
  // A death is the most severe finding, and each try of it starts a process.
  const until = Date.now() + shrinkSeconds * (finding.kind === 'death' ? 4 : 2) * 1_000;
  const fails = tryOf(examination, finding);
  const indexes = suspects.get(finding.signature) ?? [];
  const own = finding.index === undefined ? [] : [finding.index];
  const all = [...new Set([...own, ...indexes])].map((index) =>
    makeRequest({ seed: run.seed, ...run.prepared }, index),
  );
  for (const request of all.toSorted(likelierFirst).slice(0, maxSuspects(finding.kind))) {
    if (Date.now() > until) return undefined;
    if (await fails([request])) return [request];
  }
  if (all.length < 2 || !(await fails(all))) return undefined;
  return shrink(all, withoutParts, async (some) => some.length > 0 && fails(some), { until });
}

/** Most faults come from encodings, broken connections and long bodies. */
function likelierFirst(one: FuzzRequest, other: FuzzRequest): number {
  const weigh = ({ coding, ending, body }: FuzzRequest): number =>
    (coding ? 1_000_000 : 0) +
    (ending.kind === 'left' ? 500_000 : 0) +
    (body?.content.text.length ?? 0);
  return weigh(other) - weigh(one);
}

async function explainFinding(
  examination: Examination,
  finding: Finding,
  requests: readonly FuzzRequest[],
): Promise<void> {
  const { run, folder, shrinkSeconds } = examination;
  const fails = tryOf(examination, finding);
  const until = Date.now() + shrinkSeconds * 1_000;
  const [only] = requests;
  const smallest =
    requests.length === 1 && only
      ? [await shrink(only, simplerRequests, async (simpler) => fails([simpler]), { until })]
      : requests;
  run.findings.reproduce(finding.signature, [
    `${run.command} --only ${requests.map(({ index }) => index).join(' and ')}`,
    ...smallest.map((request) => toShellLine(request, run.prepared.receiver, folder)),
  ]);
}

let attempts = 0;

function tryOf({ run, health }: Examination, finding: Finding): Try {
  const { installation, prepared, processes } = run;
  const send = async (request: FuzzRequest) => {
    attempts += 1;
    const id = `again-${attempts}`;
    const outcome = await sendRequest(request, prepared.receiver, id, run.limits);
    return { id, outcome };
  };
  if (finding.kind === 'death') return async (requests) => kills(run, requests, send);
  if (finding.kind === 'stall') {
    return async ([request]) =>
      request !== undefined &&
      (await stalls(send, request, {
        health,
        pid: installation.api.process.child.pid,
        limits: run.limits,
      }));
  }
  return async ([request]) => {
    if (!request) return false;
    await processes.alive();
    if (finding.kind === 'hang') return hangs(send, request);
    const { id, outcome } = await send(request);
    if (finding.kind === 'dropped') return outcome.kind === 'dropped';
    if ((outcome.status ?? 0) < 500) return false;
    await pause(350);
    const location = findFailure(installation.api.process.output(), id)?.location;
    return location === undefined || finding.signature.endsWith(location);
  };
}

/** True if these requests kill the API. Requests broken off partway depend on the order of events, so they get more tries. */
async function kills(
  { processes }: RequestRun,
  requests: readonly FuzzRequest[],
  send: (request: FuzzRequest) => Promise<unknown>,
): Promise<boolean> {
  const isRace = requests.some(({ ending, coding }) => ending.kind === 'left' && coding);
  for (let round = 0; round < (isRace ? roundsOfRace : 1); round += 1) {
    await processes.alive();
    const since = Date.now();
    const many = Array.from({ length: triesOfDeath }, () => requests).flat();
    await Promise.all(many.map(send));
    await pause(200);
    const isDead = processes.diedSince('api', since);
    await processes.alive();
    if (isDead) return true;
  }
  return false;
}

async function hangs(
  send: (request: FuzzRequest) => Promise<{ outcome: Outcome }>,
  request: FuzzRequest,
): Promise<boolean> {
  for (let n = 0; n < 3; n += 1) {
    const { outcome } = await send(request);
    if (outcome.kind !== 'hung') return false;
  }
  return true;
}

async function stalls(
  send: (request: FuzzRequest) => Promise<unknown>,
  request: FuzzRequest,
  { health, pid, limits }: { health: HealthWatch; pid: number | undefined; limits: Limits },
): Promise<boolean> {
  for (let n = 0; n < 3; n += 1) {
    const since = Date.now();
    const before = processorMs(pid);
    await send(request);
    await health.caughtUp();
    if (health.slowestSince(since) < limits.stallMs) return false;
    // Other load of the machine delays probes, too.
    const after = processorMs(pid);
    if (before !== undefined && after !== undefined && after - before < limits.minBusyMs)
      return false;
  }
  return true;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
