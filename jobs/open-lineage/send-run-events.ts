import { Type } from '@sinclair/typebox';
import { post } from '../../connectors/http/post.ts';
import type { Tx } from '../../db/connect.ts';
import { requestWorkAtLatest } from '../../db/tables/work/work.ts';
import { runEvent } from '../../domain/open-lineage/run-event.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { describeRun } from './describe-run.ts';
import type { RunSort } from './describe-run.ts';

const timeoutMs = 15_000;

/** A run is looked at again after a quarter of its age. */
const lookAgain = { shareOfAge: 0.25, minMs: 1_000, maxMs: 60_000 };

const payload = Type.Object({
  sort: Type.Union([Type.Literal('test'), Type.Literal('ingestion')]),
  runId: Type.String(),
  /** True once the start of the run has been sent. */
  isStarted: Type.Boolean(),
});

type Payload = { sort: RunSort; runId: string; isStarted: boolean };

/**
 * Sends the start and the end of one of our runs as events of OpenLineage, each at least once. It waits for the end by looking
 * at the run, so that a run that is cancelled or given up has an end, too.
 */
export const sendRunEvents = defineJob({
  kind: 'webhooks',
  name: 'send-run-events',
  payload,
  run: async (context, asked) => {
    const { organizationId } = context.work;
    const { openLineage, publicUrl: producer } = context.settings;
    if (!organizationId || openLineage === undefined) return () => Promise.resolve();
    const { sort, runId, isStarted } = asked;
    const run = await describeRun(context, organizationId, sort, runId);
    // Deleted with its contract or integration.
    if (run === undefined) return () => Promise.resolve();
    const { namespace } = openLineage;
    if (!isStarted) await send(context, runEvent(run, 'START', { producer, namespace }));
    if (run.ended === undefined) {
      const now = context.clock.now();
      const ageMs = now.getTime() - run.startedAt.getTime();
      const waitMs = Math.max(
        lookAgain.minMs,
        Math.min(lookAgain.maxMs, ageMs * lookAgain.shareOfAge),
      );
      const later = { dueAt: new Date(now.getTime() + waitMs), now };
      return (tx) => requestRunEvents(tx, organizationId, { ...asked, isStarted: true }, later);
    }
    await send(context, runEvent(run, 'END', { producer, namespace }));
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});

async function send({ settings, signal }: JobContext, event: object): Promise<void> {
  const { openLineage, webhookAllowedHosts } = settings;
  if (openLineage === undefined) return;
  const { url, apiKey } = openLineage;
  const { status } = await post({
    url,
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(event),
    allowedHosts: webhookAllowedHosts,
    timeoutMs,
    signal,
  });
  if (status >= 300) throw new Error(`the receiver of OpenLineage events answered ${status}`);
}

/** Requests the events of a run. */
async function requestRunEvents(
  tx: Tx,
  organizationId: OrganizationId,
  run: Payload,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<void> {
  await requestWorkAtLatest(tx, {
    organizationId,
    kind: 'webhooks',
    job: 'send-run-events',
    key: `open-lineage:${run.sort}:${run.runId}`,
    subjectId: run.runId,
    payload: run,
    dueAt,
    now,
  });
}

/** Requests the events of a run that begins, if a receiver is set. */
export async function announceRun(
  { settings, fenced, clock, work }: JobContext,
  sort: RunSort,
  runId: string,
): Promise<void> {
  const { organizationId } = work;
  if (settings.openLineage === undefined || !organizationId) return;
  const now = clock.now();
  await fenced((tx) =>
    requestRunEvents(tx, organizationId, { sort, runId, isStarted: false }, { dueAt: now, now }),
  );
}
