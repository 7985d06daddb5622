import type { Access, AccessParties, provisioningOf } from '../../domain/access/access.ts';
import type { AccessLife } from '../../domain/access/access-life.ts';
import { nextDueAt } from '../../domain/access/access-life.ts';
import { newId } from '../../lib/ids.ts';
import { batched } from '../batched.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import { signalAfterCommit } from '../transact.ts';
import type { AccessKey } from './access.ts';
import { eventColumns, eventData, isPublic } from './document-events.ts';
import type { FurtherEvent } from './document-events.ts';

/** All that an access is after a change, and what is told of it. */
export type AccessWrite = AccessKey & {
  /** The access that is changed, as it was read; undefined creates one. */
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

const columns = `state, body, start_on, end_on, reassess_on, activate_at, deactivate_at, decided_at, canceled_at,
  activated_at, deactivated_at, provider_product_id, provider_port_id, provider_port_name, provider_team_id, platform, contract_id, contract_version,
  consumer_type, consumer_team_id, consumer_product_id, consumer_user_id, provisioning, provisioning_status`;

const input = `with input as (
      select * from json_to_recordset($1::json) as i(n int, organization_id uuid, id text, revision int, state text, body text,
        start_on date, end_on date, reassess_on date, activate_at timestamptz, deactivate_at timestamptz,
        decided_at timestamptz, canceled_at timestamptz, activated_at timestamptz,
        deactivated_at timestamptz, provider_product_id text, provider_port_id text, provider_port_name text, provider_team_id text,
        platform text, contract_id text, contract_version text, consumer_type text, consumer_team_id text, consumer_product_id text,
        consumer_user_id text, provisioning text, provisioning_status text, events json, principal text,
        request_id text, at timestamptz, due_at timestamptz, work_id uuid, had_timer boolean))`;

const values = columns
  .replace('body', 'body::json')
  .replace('provisioning,', 'provisioning::json,')
  .replaceAll(/(?<=^|, |\s)(?=[a-z])/g, 'i.');

/**
 * Events and the timer of the accesses in `head`; work that already waits for its time is moved, or taken back. The limit makes
 * Postgres look each timer up by its key; otherwise it may go through all that wait (measured).
 */
const eventsAndTimers = `,
    event as (
      insert into events ${eventColumns}
      select i.organization_id, e.id, e.type, 'access', i.id, h.revision, i.principal, i.request_id, ${isPublic('e.type')}, e.data, i.at
      from input i join head h using (n)
      cross join lateral json_to_recordset(i.events) as e(id uuid, type text, data json, position int)
      order by i.n, e.position),
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
    select n, revision from head`;

const update = {
  name: 'access-update',
  text: `${input},
    head as (
      update access a set (revision, updated_at, ${columns}) = row (a.revision + 1, i.at, ${values})
      from input i
      where a.organization_id = i.organization_id and a.id = i.id and a.revision = i.revision
      returning i.n, a.revision)
    ${eventsAndTimers}`,
};

const insert = {
  name: 'access-insert',
  text: `${input},
    tombstone as (
      delete from deleted_access d using input i where d.organization_id = i.organization_id and d.id = i.id
      returning d.organization_id, d.id, d.revision),
    inserted as (
      insert into access (organization_id, id, revision, created_at, updated_at, ${columns})
      select i.organization_id, i.id, 1 + coalesce(t.revision, 0), i.at, i.at, ${values}
      from input i left join tombstone t on t.organization_id = i.organization_id and t.id = i.id
      on conflict (organization_id, id) do nothing
      returning organization_id, id, revision),
    head as (select i.n, w.revision from inserted w join input i using (organization_id, id))
    ${eventsAndTimers}`,
};

function toInput(write: AccessWrite, n: number): object {
  const { organizationId, id, before, life, parties, events, now } = write;
  return {
    n,
    organization_id: organizationId,
    id,
    revision: before?.revision,
    ...lifeColumns(life),
    ...partyColumns(parties),
    body: write.body,
    reassess_on: write.reassessOn,
    provisioning: write.provisioning?.body,
    provisioning_status: write.provisioning?.status,
    events: events.map(({ type, data }, position) => ({
      id: newId(),
      type,
      data: JSON.parse(eventData(id, now, data)) as unknown,
      position,
    })),
    principal: write.principal,
    request_id: write.requestId,
    at: now,
    due_at: nextDueAt(life),
    work_id: newId(),
    had_timer: before !== undefined && nextDueAt(before) !== undefined,
  };
}

function lifeColumns(life: AccessLife): object {
  return {
    state: life.state,
    start_on: life.startOn,
    end_on: life.endOn,
    activate_at: life.activateAt,
    deactivate_at: life.deactivateAt,
    decided_at: life.decidedAt,
    canceled_at: life.canceledAt,
    activated_at: life.activatedAt,
    deactivated_at: life.deactivatedAt,
  };
}

function partyColumns(parties: AccessParties): object {
  return {
    provider_product_id: parties.providerProductId,
    provider_port_id: parties.providerPortId,
    provider_port_name: parties.providerPortName,
    provider_team_id: parties.providerTeamId,
    platform: parties.platform,
    contract_id: parties.contractId,
    contract_version: parties.contractVersion,
    consumer_type: parties.consumerType,
    consumer_team_id: parties.consumerTeamId,
    consumer_product_id: parties.consumerProductId,
    consumer_user_id: parties.consumerUserId,
  };
}

/** Rows are locked in the order of their ids, so that two batches do not wait for each other. */
const updateTogether = batched<AccessWrite, number>(
  { mostRunning: 4, patienceMs: 20 },
  async (db, unsorted) => {
    const writes = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const rows = await runStatement<{ n: number; revision: number }>(db, update, [
      JSON.stringify(writes.map(toInput)),
    ]);
    const written = new Map(rows.map(({ n, revision }) => [writes[n], revision]));
    return unsorted.map((write) => written.get(write));
  },
);

/**
 * Writes an access with its events and its timer in one statement, and answers its new revision; undefined when it is no
 * longer as it was read, or when one was to be created that exists. Then nothing is written.
 */
export async function writeAccess(db: Db, write: AccessWrite): Promise<number | undefined> {
  if (write.events.length > 0) signalAfterCommit(db, 'events_recorded');
  if (nextDueAt(write.life)) signalAfterCommit(db, 'work_due');
  if (write.before) return updateTogether(db, write);
  const rows = await runStatement<{ revision: number }>(db, insert, [
    JSON.stringify([toInput(write, 0)]),
  ]);
  return rows[0]?.revision;
}
