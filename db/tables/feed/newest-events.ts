import type { OrganizationId } from '../../../domain/principal.ts';
import { lowestId, uuidTime } from '../../../lib/ids.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { eventPairs } from './event-kinds.ts';

/** An event in a list that is read newest first; `data` is JSON text. */
export type NewestEvent = {
  id: string;
  /** Its position in the feed; null for events of the audit trail only, or that have none yet. */
  seq: number | null;
  type: string;
  subjectKind: string;
  subjectId: string;
  principal: string;
  /** Agent that acted for the principal. */
  agent: string | null;
  requestId: string | null;
  revision: number | null;
  public: boolean;
  data: string;
  note: string | null;
  at: Date;
};

export type NewestFilter = {
  kinds?: readonly string[] | undefined;
  types?: readonly string[] | undefined;
  principal?: string | undefined;
  subject?: string | undefined;
  /** Events at or after this time. */
  from?: Date | undefined;
  /** Events before this time. */
  to?: Date | undefined;
  /** True for events of the feed only, which have a position. */
  inFeed: boolean;
};

const columns = `e.id, e.seq, e.type, e.subject_kind as "subjectKind", e.subject_id as "subjectId", e.principal, e.agent,
    e.request_id as "requestId", e.revision, e.public, e.data::text as data, e.data->>'note' as note, e.at`;

const filtered = `e.organization_id = $1 and (e.at, e.id) < ($2, $3::uuid) and e.at >= $4
      and ($5::text[] is null or e.subject_kind = any($5)) and ($6::text[] is null or e.type = any($6))
      and ($7::text is null or e.principal = $7) and ($8::text is null or e.subject_id = $8)
      and (not $9 or e.seq is not null)`;

const newestFirst = `order by e.at desc, e.id desc limit $10`;

const list = {
  name: 'events-newest',
  text: `select ${columns} from events e where ${filtered} ${newestFirst}`,
};

const listOfPrincipal = {
  name: 'events-newest-of-principal',
  text: `select ${columns} from events e where ${filtered} and e.principal = $7 ${newestFirst}`,
};

const listOfSubject = {
  name: 'events-newest-of-subject',
  text: `select ${columns} from events e where ${filtered} and e.subject_id = $8 ${newestFirst}`,
};

/** Reads the newest events of each pair of kind and type, so that a rare type does not require a scan of all others. */
const listOfTypes = {
  name: 'events-newest-of-types',
  text: `with recursive ${eventPairs},
    found as materialized (
      select e.id, e.at from pairs p cross join lateral (
        select e.id, e.at from events e
        where e.subject_kind = p.subject_kind and e.type = p.type and ${filtered} ${newestFirst}) e
      where ($5::text[] is null or p.subject_kind = any($5)) and ($6::text[] is null or p.type = any($6))
      ${newestFirst})
    select ${columns} from found f join events e on e.organization_id = $1 and e.id = f.id
    order by e.at desc, e.id desc`,
};

function statementOf({ subject, principal, kinds, types }: NewestFilter) {
  if (subject !== undefined) return listOfSubject;
  if (principal !== undefined) return listOfPrincipal;
  return kinds || types ? listOfTypes : list;
}

/** A position in the list; events at this position are not part of the page. */
export type NewestPosition = { at: Date | 'infinity'; id: string };

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const firstId = '00000000-0000-0000-0000-000000000000';

/** Events of the organization, newest first by their time, before a position. */
export function listNewestEvents(
  db: Db,
  organizationId: OrganizationId,
  filter: NewestFilter,
  { before, limit }: { before: NewestPosition | undefined; limit: number },
): Promise<NewestEvent[]> {
  const { kinds, types, principal, subject, from, to, inFeed } = filter;
  const end = earlier(before ?? { at: 'infinity', id: lastId }, to);
  return runStatement<NewestEvent>(db, statementOf(filter), [
    organizationId,
    end.at,
    end.id,
    from ?? '-infinity',
    kinds ?? null,
    types ?? null,
    principal ?? null,
    subject ?? null,
    inFeed,
    limit,
  ]);
}

function earlier(before: NewestPosition, to: Date | undefined): NewestPosition {
  if (to === undefined || (before.at !== 'infinity' && before.at < to)) return before;
  return { at: to, id: firstId };
}

const findTime = {
  name: 'events-time',
  text: `select at from events where organization_id = $1 and id = $2`,
};

/** The position of an event; that of its UUID when retention has deleted it. Undefined if the id has no time. */
export async function findNewestPosition(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<NewestPosition | undefined> {
  const time = uuidTime(id);
  if (time === undefined) return undefined;
  const [row] = await runStatement<{ at: Date }>(db, findTime, [organizationId, id]);
  return row ? { at: row.at, id } : { at: new Date(time), id: lowestId(time) };
}

const find = {
  name: 'events-find',
  text: `select ${columns} from events e where e.organization_id = $1 and e.id = $2 and e.seq is not null`,
};

/** One event of the feed. */
export async function findFeedEvent(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<NewestEvent | undefined> {
  const [row] = await runStatement<NewestEvent>(db, find, [organizationId, id]);
  return row;
}
