import { getGitRun } from '../../../commands/git/cancel-git-run.ts';
import { getGitConnection } from '../../../commands/git/connection-request.ts';
import type { StartedGitRun } from '../../../commands/git/start-git-run.ts';
import { findGitRunOfWork } from '../../../db/tables/git/runs.ts';
import type { GitRun } from '../../../db/tables/git/runs.ts';
import { refuse } from '../../../domain/errors.ts';
import type { GitSubjectKind } from '../../../domain/git/subject.ts';
import type { Answer, ApiRequest, PendingAnswer } from '../../exchange.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import { readPrefer } from '../../http/prefer.ts';
import { presentGitConnection, presentGitRun } from '../../present/git/git-connection.ts';
import type { Services } from '../../services.ts';

/** A request that waits for work. */
export type WaitingRequest = Pick<
  ApiRequest<object, object>,
  'principal' | 'services' | 'gone' | 'header' | 'joinedWork'
>;

/** How long a request waits, by its Prefer header and the settings. */
export function waitingOf({ gone, header, services }: WaitingRequest) {
  const { testWaitSeconds } = services.settings;
  const prefer = readPrefer(header('prefer'));
  const seconds = Math.min(prefer.waitSeconds ?? testWaitSeconds, testWaitSeconds);
  const timeoutMs = prefer.respondAsync ? 0 : seconds * 1000;
  return { timeoutMs, gone, untilLate: true } as const;
}

/** The run of this request, or of an earlier one with the same Idempotency-Key. */
export async function startOrJoin(
  request: WaitingRequest,
  start: () => Promise<StartedGitRun>,
): Promise<StartedGitRun> {
  const { joinedWork } = request;
  return joinedWork === undefined ? start() : findJoined(request, joinedWork);
}

/** The run of an earlier request with the same Idempotency-Key. */
export async function findJoined(
  { principal: { organizationId }, services }: WaitingRequest,
  workId: string,
): Promise<StartedGitRun> {
  const run = await findGitRunOfWork(services.database.knex, organizationId, workId);
  return { runId: run?.id ?? refuseDeletedWork(), workId };
}

type Waiting = StartedGitRun & {
  kind: GitSubjectKind;
  id: string;
  /** A look that failed is no error: the connection says why. A new connection is the answer even before its first look. */
  purpose: 'connect' | 'check' | 'pull' | 'push' | 'push-pr';
};

/** Waits for a run as tests of contracts do, and answers with the connection, or with the run if it takes longer. */
export function awaitGitRun(request: WaitingRequest, waiting: Waiting): PendingAnswer {
  const { workId } = waiting;
  return {
    workId,
    answer: async (services) => {
      await services.waiters.wait(workId, waitingOf(request));
      return answerRun(services, request, waiting);
    },
  };
}

/** What a pull, push or pull request did, also if there was nothing to do. */
function presentEnd({ outcome, message, pullRequest }: GitRun) {
  return {
    ...(pullRequest && { pullRequestUrl: pullRequest.url }),
    ...(outcome === 'SUCCESS' && message !== null && { message }),
  };
}

async function answerRun(
  { database: { knex } }: Services,
  { principal }: WaitingRequest,
  { runId, kind, id, purpose }: Waiting,
): Promise<Answer> {
  const run = await getGitRun(knex, principal.organizationId, runId);
  const location = `/api/git-runs/${runId}`;
  if (run.outcome === null && purpose !== 'connect') {
    return { status: 202, headers: { location, 'retry-after': '2' }, json: presentGitRun(run) };
  }
  const isLook = purpose === 'connect' || purpose === 'check';
  const json = {
    ...presentGitConnection(await getGitConnection(knex, { kind, id, principal })),
    ...(!isLook && presentEnd(run)),
  };
  if (run.outcome === null) return { status: 202, headers: { 'retry-after': '2' }, json };
  if (run.outcome === 'SUCCESS' || isLook) {
    return { status: 200, headers: { 'content-location': location }, json };
  }
  return refuse(run.code ?? 'git_unreachable', run.message ?? 'The run failed.', {
    extra: { gitRunId: runId, gitConnection: json },
  });
}
