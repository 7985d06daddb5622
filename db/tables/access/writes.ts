import type { Access, AccessParties, provisioningOf } from '../../../domain/access/access.ts';
import type { AccessLife } from '../../../domain/access/access-life.ts';
import { nextDueAt } from '../../../domain/access/access-life.ts';
import { decisionOf, stepsOf } from '../../../domain/access/history.ts';
import { newId } from '../../../lib/ids.ts';
import { batched } from '../../batched.ts';
import type { Db } from '../../connect.ts';
import { inputRows, inputValues, runStatement } from '../../statement.ts';
import type { InputColumns } from '../../statement.ts';
import { signalAfterCommit } from '../../transact.ts';
import type { AccessKey } from './access.ts';
import { recordEvents, toEventList } from '../documents/events.ts';
import type { FurtherEvent } from '../documents/events.ts';

/** The complete state of an access after a change, and its events. */
export type AccessWrite = AccessKey & {
  /** The access before the change, as it was read; undefined creates one. */
  before: Access | undefined;
  life: AccessLife;
  parties: AccessParties;
  body: string;
  reassessOn: string | undefined;
  provisioning: ReturnType<typeof provisioningOf>;
  events: readonly FurtherEvent[];
  principal: string;
  requestId: string | undefined;
  now: Date;
};

/** The author of the decision and the note of the last decision, after the write. */
export function decisionAfter({
  before,
  events,
  principal,
}: AccessWrite): Pick<Access, 'decidedBy' | 'decisionNote'> {
  const decision = decisionOf(events, principal);
  const decides = decision?.step === 'approved' || decision?.step === 'rejected';
  return {
    decidedBy: decides ? decision.principal : before?.decidedBy,
    decisionNote: decision ? decision.note : before?.decisionNote,
  };
}

/** Columns of the table, besides its key, its revision and when it was written. */
const stored: InputColumns<AccessWrite> = {
  state: ['text', ({ life }) => life.state],
  body: ['json', ({ body }) => body],
  start_on: ['date', ({ life }) => life.startOn],
  end_on: ['date', ({ life }) => life.endOn],
  reassess_on: ['date', ({ reassessOn }) => reassessOn],
  activate_at: ['timestamptz', ({ life }) => life.activateAt],
  deactivate_at: ['timestamptz', ({ life }) => life.deactivateAt],
  decided_at: ['timestamptz', ({ life }) => life.decidedAt],
  requested_by: ['text', ({ before, principal }) => (before ? before.requestedBy : principal)],
  decided_by: ['text', (write) => decisionAfter(write).decidedBy],
  decision_note: ['text', (write) => decisionAfter(write).decisionNote],
  change_requested_at: ['timestamptz', ({ life }) => life.changeRequestedAt],
  canceled_at: ['timestamptz', ({ life }) => life.canceledAt],
  activated_at: ['timestamptz', ({ life }) => life.activatedAt],
  deactivated_at: ['timestamptz', ({ life }) => life.deactivatedAt],
  provider_product_id: ['text', ({ parties }) => parties.providerProductId],
  provider_port_id: ['text', ({ parties }) => parties.providerPortId],
  provider_port_name: ['text', ({ parties }) => parties.providerPortName],
  provider_team_id: ['text', ({ parties }) => parties.providerTeamId],
  platform: ['text', ({ parties }) => parties.platform],
  contract_id: ['text', ({ parties }) => parties.contractId],
  contract_version: ['text', ({ parties }) => parties.contractVersion],
  consumer_type: ['text', ({ parties }) => parties.consumerType],
  consumer_team_id: ['text', ({ parties }) => parties.consumerTeamId],
  consumer_product_id: ['text', ({ parties }) => parties.consumerProductId],
  consumer_user_id: ['text', ({ parties }) => parties.consumerUserId],
  provisioning: ['json', ({ provisioning }) => provisioning?.body],
  provisioning_status: ['text', ({ provisioning }) => provisioning?.status],
};

const columns: InputColumns<AccessWrite> = {
  organization_id: ['uuid', ({ organizationId }) => organizationId],
  id: ['text', ({ id }) => id],
  read_revision: ['int', ({ before }) => before?.revision],
  ...stored,
  events: ['json', (write) => toEventList(write, write.events)],
  history: ['json', ({ events, principal }) => toHistory(events, principal)],
  principal: ['text', ({ principal }) => principal],
  request_id: ['text', ({ requestId }) => requestId],
  at: ['timestamptz', ({ now }) => now],
  due_at: ['timestamptz', ({ life }) => nextDueAt(life)],
  work_id: ['uuid', () => newId()],
  had_timer: ['boolean', ({ before }) => before !== undefined && nextDueAt(before) !== undefined],
};

function toHistory(events: AccessWrite['events'], principal: string): string {
  return JSON.stringify(stepsOf(events, principal).map((step) => ({ id: newId(), ...step })));
}

const names = Object.keys(stored);
const values = names.map((name) => `i.${name}`);

/**
 * Events, history and the timer of the accesses in `head`; queued timer work is moved or deleted. The limit makes
 * Postgres look up each timer by its key; otherwise it may scan all queued timers (measured).
 */
const effects = `,
    ${recordEvents("'access'")},
    steps as (
      insert into access_history (organization_id, access_id, id, step, principal, note, at)
      select i.organization_id, i.id, s.id, s.step, s.principal, s.note, i.at
      from input i join head h using (n)
      cross join lateral json_to_recordset(i.history) as s(id uuid, step text, principal text, note text)),
    due as (
      insert into work (id, organization_id, kind, job, key, subject_id, payload, available_at, created_at)
      select i.work_id, i.organization_id, 'access-timers', 'apply-access-timer', i.id, i.id, json_build_object('accessId', i.id), i.due_at, i.at
      from input i join head h using (n) where i.due_at is not null
      on conflict (organization_id, kind, key) where state = 'QUEUED'
        do update set available_at = excluded.available_at, dispatched_at = null
        where work.available_at <> excluded.available_at),
    undue as (
      update work set state = 'CANCELLED', finished_at = clock_timestamp()
      where state = 'QUEUED' and id = any (array (
        select w.id from input i join head h using (n)
        cross join lateral (
          select id from work where organization_id = i.organization_id and kind = 'access-timers' and key = i.id
            and state = 'QUEUED' limit 1) w
        where i.due_at is null and i.had_timer)))
    select n::int as n, revision from head`;

const update = {
  name: 'access-update',
  text: `with input as (${inputRows(columns)}),
    head as (
      update access a set (revision, updated_at, ${names.join()}) = row (a.revision + 1, i.at, ${values.join()})
      from input i
      where a.organization_id = i.organization_id and a.id = i.id and a.revision = i.read_revision
      returning i.n, a.revision)
    ${effects}`,
};

const insert = {
  name: 'access-insert',
  text: `with input as (${inputRows(columns)}),
    tombstone as (
      delete from deleted_access d using input i where d.organization_id = i.organization_id and d.id = i.id
      returning d.organization_id, d.id, d.revision),
    inserted as (
      insert into access (organization_id, id, revision, created_at, updated_at, ${names.join()})
      select i.organization_id, i.id, 1 + coalesce(t.revision, 0), i.at, i.at, ${values.join()}
      from input i left join tombstone t on t.organization_id = i.organization_id and t.id = i.id
      on conflict (organization_id, id) do nothing
      returning organization_id, id, revision),
    head as (select i.n, w.revision from inserted w join input i using (organization_id, id))
    ${effects}`,
};

/** Rows are locked in the order of their ids, so that two batches do not wait for each other. */
const updateTogether = batched<AccessWrite, number>(
  { maxRunning: 4, patienceMs: 20 },
  async (db, unsorted) => {
    const writes = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const rows = await runStatement<{ n: number; revision: number }>(
      db,
      update,
      inputValues(columns, writes),
    );
    const written = new Map(rows.map(({ n, revision }) => [writes[n - 1], revision]));
    return unsorted.map((write) => written.get(write));
  },
);

/**
 * Writes an access with its events and its timer in one statement, and returns its new revision. Returns
 * undefined, and writes nothing, when the access has changed since it was read, or already exists although it
 * should be created.
 */
export async function writeAccess(db: Db, write: AccessWrite): Promise<number | undefined> {
  if (write.events.length > 0) signalAfterCommit(db, 'events_recorded');
  if (nextDueAt(write.life)) signalAfterCommit(db, 'work_due');
  if (write.before) return updateTogether(db, write);
  const rows = await runStatement<{ revision: number }>(db, insert, inputValues(columns, [write]));
  return rows[0]?.revision;
}
