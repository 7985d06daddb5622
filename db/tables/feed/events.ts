import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import type { Db } from '../../connect.ts';
import { actingAgent } from '../../acting-agent.ts';
import { runStatement } from '../../statement.ts';
import { signalAfterCommit } from '../../transact.ts';

/** A fact in the past tense, recorded in the transaction that made it true; never a trigger. */
export type EventRecord = {
  organizationId: OrganizationId;
  /** Without prefix, e.g. `TestResultsCreatedEvent`. */
  type: string;
  subjectKind: string;
  subjectId: string;
  principal: string;
  requestId: string | undefined;
  /** False keeps it out of the feed: audit only. */
  public: boolean;
  /** Members of the payload besides `id` and `timestamp`. */
  data?: Record<string, unknown>;
  now: Date;
};

const insert = {
  name: 'events-insert',
  text: `insert into events (organization_id, id, type, subject_kind, subject_id, principal, request_id, public, data, at, agent)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

/**
 * Records the event in the caller's transaction, which has locked the row of its subject before; returns the
 * event's id.
 */
export async function recordEvent(tx: Db, event: EventRecord): Promise<string> {
  const data = { id: event.subjectId, ...event.data, timestamp: event.now.toISOString() };
  const id = newId();
  await runStatement(tx, insert, [
    event.organizationId,
    id,
    event.type,
    event.subjectKind,
    event.subjectId,
    event.principal,
    event.requestId,
    event.public,
    JSON.stringify(data),
    event.now,
    actingAgent(),
  ]);
  signalAfterCommit(tx, 'events_recorded');
  return id;
}

/** An event of the feed; `data` is JSON text. */
export type FeedEvent = {
  id: string;
  seq: number;
  type: string;
  subjectId: string;
  principal: string;
  data: string;
  at: Date;
};

export type FeedFilter = { types: readonly string[] | undefined; subject: string | undefined };

const columns = 'id, seq, type, subject_id as "subjectId", principal, data::text as data, at';

const list = {
  name: 'events-list',
  text: `select ${columns} from events
    where organization_id = $1 and seq > $2 order by seq limit $3`,
};

/** Reads each type's own part of the index, so that a rare type does not require a scan of all others. */
const listOfTypes = {
  name: 'events-list-of-types',
  text: `with found as (
      select e.seq from unnest($4::text[]) t(type) cross join lateral (
        select seq from events where organization_id = $1 and type = t.type and seq > $2 order by seq limit $3) e
      order by e.seq limit $3)
    select ${columns} from events where organization_id = $1 and seq in (select seq from found) order by seq`,
};

const listOfOneSubject = {
  name: 'events-list-of-one-subject',
  text: `select ${columns} from events
    where organization_id = $1 and subject_id = $4 and seq > $2 and ($5::text[] is null or type = any($5))
    order by seq limit $3`,
};

/** Events after a position, in the order of the feed. */
export function listEvents(
  db: Db,
  organizationId: OrganizationId,
  { afterSeq, limit }: { afterSeq: number; limit: number },
  { types, subject }: FeedFilter,
): Promise<FeedEvent[]> {
  const values = [organizationId, afterSeq, limit];
  if (subject !== undefined)
    return runStatement<FeedEvent>(db, listOfOneSubject, [...values, subject, types ?? null]);
  if (types) return runStatement<FeedEvent>(db, listOfTypes, [...values, [...new Set(types)]]);
  return runStatement<FeedEvent>(db, list, values);
}

/** An event as the trail of its subject shows it. */
export type SubjectEvent = {
  id: string;
  at: Date;
  type: string;
  principal: string;
  requestId: string | null;
  revision: number | null;
  public: boolean;
  /** Note of the principal about a decision. */
  note: string | null;
  /** Agent that acted for the principal. */
  agent: string | null;
};

const listOfSubject = {
  name: 'events-list-of-subject',
  text: `select id, at, type, principal, request_id as "requestId", revision, public, data->>'note' as note, agent from events
    where organization_id = $1 and subject_kind = $2 and subject_id = $3
      and ($4::uuid is null or n < (select n from events where organization_id = $1 and id = $4))
    order by n desc limit $5 offset $6`,
};

/** All events of one subject, newest first; `beforeId` is the last id of the previous page. */
export function listSubjectEvents(
  db: Db,
  subject: { organizationId: OrganizationId; kind: string; id: string },
  page: { beforeId: string | undefined; limit: number; offset: number },
): Promise<SubjectEvent[]> {
  const { organizationId, kind, id } = subject;
  const values = [organizationId, kind, id, page.beforeId, page.limit, page.offset];
  return runStatement<SubjectEvent>(db, listOfSubject, values);
}

/** A complete event; `data` is JSON text. */
export type RecordedEvent = Omit<SubjectEvent, 'id' | 'note'> & {
  subjectKind: string;
  subjectId: string;
  data: string;
};

const listOfRequest = {
  name: 'events-list-of-request',
  text: `select type, subject_kind as "subjectKind", subject_id as "subjectId", principal, request_id as "requestId",
      revision, public, data::text as data, at
    from events where organization_id = $1 and id > $2::uuid and request_id = $2::text order by n`,
};

/** The events recorded by a request whose id the server generated; their ids are greater than the request's. */
export function listRequestEvents(
  db: Db,
  organizationId: OrganizationId,
  requestId: string,
): Promise<RecordedEvent[]> {
  return runStatement<RecordedEvent>(db, listOfRequest, [organizationId, requestId]);
}

/**
 * Does not mention `seq`: a plan made while the table was small could otherwise keep using an index of the
 * feed.
 */
const position = {
  name: 'events-position',
  text: `select seq from events where organization_id = $1 and id = $2`,
};

/** Position of an event of this organization's feed. */
export async function findEventSeq(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<number | undefined> {
  const [row] = await runStatement<{ seq: number | null }>(db, position, [organizationId, id]);
  return row?.seq ?? undefined;
}

/** Ids are in the order of creation, positions in the order of commits: the first of nearby events counts. */
const positionBehind = {
  name: 'events-position-behind',
  text: `select coalesce(
      (select min(seq) - 1 from (select seq from events
        where organization_id = $1 and id > $2 and public order by id limit 1000) e),
      (select max(seq) from events where organization_id = $1 and seq is not null), 0)::bigint as seq`,
};

/** The position before the first event created after an id; the end of the feed when there is none. */
export async function findSeqBehindId(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<number> {
  const [row] = await runStatement<{ seq: number }>(db, positionBehind, [organizationId, id]);
  return row?.seq ?? 0;
}

const last = {
  name: 'events-last',
  text: `select id from events where organization_id = $1 and seq is not null order by seq desc limit 1`,
};

/** Id of the last event of the feed; undefined if the feed is empty. */
export async function findLastEventId(
  db: Db,
  organizationId: OrganizationId,
): Promise<string | undefined> {
  const [row] = await runStatement<{ id: string }>(db, last, [organizationId]);
  return row?.id;
}

const removeAudited = {
  name: 'events-delete-audited',
  text: `delete from events where (organization_id, id) in (
      select organization_id, id from events where at < $1 and not public limit $2)
    returning 1`,
};

/**
 * Deletes up to `limit` events outside of the feed that are older than the given time; returns their number.
 */
export async function deleteAuditedEvents(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, removeAudited, [before, limit])).length;
}
