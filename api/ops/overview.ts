import type { listProcesses } from '../../db/tables/work/processes.ts';
import { secondsSince } from '../../db/views/work/counts.ts';
import { isAlive } from '../../domain/operations/facts.ts';
import { statusOf } from '../../domain/operations/need.ts';
import type { Need } from '../../domain/operations/need.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { overviewSchema } from '../schemas/work.ts';
import { presentFindings } from './present-findings.ts';
import { readNeeds } from './read-needs.ts';

/** Lists everything that needs a human. */
export const overviewRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/overview',
  name: 'getOperationsOverview',
  summary:
    'List problems that need a human: failed and late work, missing processes, failing webhooks, decisions about removals',
  tag: 'operations',
  permission: 'organization',
  answers: { 200: { description: 'The list, empty when all is well', schema: overviewSchema } },
  handle: async ({ principal, now, services }) => {
    const read = await readNeeds(services, principal, now);
    const { needs, kinds, feedLagSeconds, operates, processes } = read;
    const oldest = (at: (kind: (typeof kinds)[number]) => Date | null): number =>
      Math.max(0, ...kinds.map((kind) => secondsSince(at(kind), now)));
    return {
      status: 200,
      json: {
        status: statusOf(needs),
        checkedAt: now,
        needs: needs.map(presentNeed),
        findings: presentFindings(needs, operates),
        lag: {
          dispatchSeconds: oldest((kind) => kind.oldestUndispatchedAt),
          oldestDueSeconds: oldest((kind) => kind.oldestDueAt),
          feedSeconds: feedLagSeconds,
        },
        processes: processes.map(presentProcess),
      },
    };
  },
});

/** The form for programs, from before findings. */
function presentNeed({ severity, code, message, advice, since, kind, workId }: Need) {
  return { severity, code, message, advice, since, kind, workId };
}

type Process = Awaited<ReturnType<typeof listProcesses>>[number];

function presentProcess(process: Process) {
  const { role, host, pid, kinds, version, commit, startedAt, seenAt } = process;
  const alive = isAlive(process);
  return { role, host, pid, kinds, version, commit, startedAt, seenAt, alive };
}
