import { upsertProcess } from '../../../db/tables/work/processes.ts';
import { ensureSchedules } from '../../../jobs/housekeeping/schedules.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import { insertAnyRow } from '../../support/builders/any-row.ts';
import { team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.database.knex('events').update({ seq: api.database.knex.raw('n') });
});
afterEach(() => api.stop());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const alive = async () => {
  const { knex } = api.database;
  for (const role of ['worker', 'clock'] as const)
    await upsertProcess(knex, { id: newId(), role, host: 'vm', pid: 1, kinds: workKinds }, '[]');
};
const read = async () => (await api.send('GET', '/api/ops/overview')).json;

/** An integration whose newest run was stopped by the fuse. */
async function stopRemoval(id: string, plan: object, minutes: number): Promise<string> {
  const { knex } = api.database;
  const { organizationId } = api;
  await insertAnyRow(knex, 'integrations');
  await knex('integrations')
    .whereNot('name', 'like', 'The %')
    .update({ id, name: `The ${id}` });
  const run = newId();
  await knex('ingestion_runs').insert({
    organization_id: organizationId,
    id: run,
    integration_id: id,
    work_id: newId(),
    trigger: 'schedule',
    requested_by: 'system',
    phase: 'ended',
    outcome: 'FAILED',
    removal_plan: JSON.stringify(plan),
    started_at: minutesAgo(minutes),
    ended_at: minutesAgo(minutes),
  });
  return run;
}

async function failWebhook(id: string, minutes: number): Promise<void> {
  await api.send('PUT', `/api/webhooks/${id}`, {
    body: { url: 'https://x.example.com', events: ['TeamCreatedEvent'] },
  });
  await api.database.knex('webhook_deliveries').insert({
    organization_id: api.organizationId,
    webhook_id: id,
    id: newId(),
    event_id: newId(),
    event_seq: 1,
    event_type: 'TeamCreatedEvent',
    subject_kind: 'team',
    subject_id: 'checkout',
    status: 'pending',
    attempts: 3,
    first_failed_at: minutesAgo(minutes),
    last_error: 'answered 500',
    next_attempt_at: new Date(),
    created_at: minutesAgo(minutes),
  });
}

const textOf = ({ text }: { text: { text: string }[] }) => text.map((part) => part.text).join('');
const codesOf = ({ findings }: { findings: { code: string }[] }) =>
  findings.map(({ code }) => code);

it('is empty when all is well', async () => {
  await alive();
  expect(await read()).toMatchObject({ status: 'ok', needs: [], findings: [] });
});

it('names the subject, the count and the action of each problem, sorted by harm', async () => {
  await alive();
  const run = await stopRemoval('warehouse', { count: 313, owned: 840, inUse: 1, assets: [] }, 30);
  await failWebhook('grants', 20);
  await api.send('POST', '/api/ops/kinds/mail/pause', { body: { reason: 'moving' } });
  const overview = await read();
  expect(codesOf(overview)).toEqual(['removals_stopped', 'kind_paused', 'webhook_failing']);
  const [removal, paused, webhook] = overview.findings;
  expect(textOf(removal)).toBe(
    "A run of 'The warehouse' would remove 312 of 840 assets, and waits for a decision.",
  );
  expect(removal).toMatchObject({
    severity: 'warning',
    count: 312,
    subject: {
      kind: 'integration-run',
      id: run,
      name: 'The warehouse',
      parentId: 'warehouse',
    },
    action: {
      name: 'decide-removals',
      method: 'GET',
      path: `/api/integrations/warehouse/runs/${run}`,
    },
  });
  expect(removal.text.find((part: { isSubject: boolean }) => part.isSubject).text).toBe(
    'The warehouse',
  );
  expect(paused.action).toEqual({
    name: 'resume-kind',
    method: 'POST',
    path: '/api/ops/kinds/mail/resume',
  });
  expect(textOf(webhook)).toBe("The webhook 'grants' fails: answered 500");
  expect(webhook.subject).toEqual({ kind: 'webhook', id: 'grants', name: 'grants' });
  const organizationId = await api.newOrganization('second');
  const { text: key } = await api.newKey('organization', { organizationId });
  const others = (await api.send('GET', '/api/ops/overview', { key })).json;
  expect(codesOf(others)).toEqual(['kind_paused']);
  expect(others.findings[0].action).toMatchObject({ method: null, path: null });
  expect((await api.send('POST', paused.action.path)).status).toBe(200);
  for (const { action } of [removal, webhook])
    expect((await api.send('GET', action.path)).status).toBe(200);
  expect(overview.needs.map(({ code }: { code: string }) => code)).toEqual(codesOf(overview));
});

it('calls a mail by its recipient', async () => {
  await alive();
  await insertAnyRow(api.database.knex, 'notifications');
  const recipient = 'ada@example.com';
  const failed = { status: 'failed', failed_at: minutesAgo(1), reason: 'No such user', recipient };
  await api.database.knex('notifications').update(failed);
  const [finding] = (await read()).findings;
  expect(finding).toMatchObject({
    code: 'notifications_failed',
    count: 1,
    subject: { kind: 'notification', name: recipient },
    action: { name: 'show-notifications', path: '/api/notifications?status=failed' },
  });
  expect(textOf(finding)).toContain('to ada@example.com with: No such user');
});

it('leaves out a removal that a newer run has settled, and a webhook that failed a moment ago', async () => {
  await alive();
  await stopRemoval('warehouse', { count: 1, owned: 2, assets: [] }, 30);
  const newer = { outcome: 'SUCCESS', removal_plan: null };
  await stopRemoval('lake', { count: 1, owned: 2, assets: [] }, 10);
  await api.database.knex('ingestion_runs').where({ integration_id: 'lake' }).update(newer);
  await failWebhook('young', 1);
  const overview = await read();
  expect(codesOf(overview)).toEqual(['removals_stopped']);
  expect(overview.findings[0].subject.parentId).toBe('warehouse');
});

it('tells of schedules that did not fire, and puts what stops everything first', async () => {
  await ensureSchedules(api.database.knex, new Date());
  await api.database
    .knex('schedules')
    .where({ job: 'watch-access' })
    .update({ next_due_at: minutesAgo(10) });
  const overview = await read();
  expect(codesOf(overview)).toEqual(['no_process', 'no_process', 'schedule_overdue']);
  expect(overview.findings[2].subject.name).toBe('Watch accesses and their provisioning');
  expect(overview.findings[0]).toMatchObject({
    severity: 'critical',
    subject: { kind: 'installation' },
    action: { name: 'start-process', path: null },
  });
});
