import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const listOrganizations = {
  name: 'contacts-scrub-list-organizations',
  text: `select distinct organization_id as id from contacts where told_up_to is not null`,
};

/** Organizations whose events may contain data of deleted contacts. */
export async function listOrganizationsToScrub(db: Db): Promise<OrganizationId[]> {
  const rows = await runStatement<{ id: OrganizationId }>(db, listOrganizations, []);
  return rows.map(({ id }) => id);
}

/** Number of contacts handled in one walk through the events; others are handled in the next. */
const contactsAtOnce = 500;

const takeContacts = {
  name: 'contacts-scrub-take',
  text: `select id, told_up_to as "toldUpTo" from contacts
    where organization_id = $1 and told_up_to is not null
    order by told_up_to desc limit ${contactsAtOnce} for no key update skip locked`,
};

const holdsSomething = (contact: string) =>
  `${contact} ->> 'id' = any($4) and coalesce(${contact} ->> 'phone_number', ${contact} ->> 'avatar_url') is not null`;

const look = {
  name: 'contacts-scrub-look',
  text: `with page as (
      select position, subject_kind, data from messaging_events
      where organization_id = $1 and position <= $2 order by position desc limit $3)
    select count(*)::int as looked, min(position) as first, array_agg(position order by position) filter (
        where subject_kind = 'message' and ${holdsSomething("data -> 'contact'")}
          or subject_kind = 'group' and json_typeof(data -> 'contacts') = 'array' and exists (
            select from json_array_elements(data -> 'contacts') c where ${holdsSomething('c.value')})) as holding
    from page`,
};

// Skips events locked by a writer: without the head this statement must not wait for writers.
const lock = {
  name: 'contacts-scrub-lock',
  text: `select position from messaging_events
    where organization_id = $1 and position = any($2) for update skip locked`,
};

/**
 * Removes personal data from a contact in event data. Edits the JSON as text, so that all other characters and
 * the order of members stay unchanged.
 */
const withoutPersonal = (contact: string) => `case when ${contact} ->> 'id' = any($3) then (
        select '{' || string_agg(to_json(p.key)::text || ':' ||
          case when p.key in ('phone_number', 'avatar_url') then 'null' else p.value::text end, ',' order by p.n) || '}'
        from json_each(${contact}) with ordinality p(key, value, n))
      else ${contact}::text end`;

const forget = {
  name: 'contacts-scrub-events',
  text: `update messaging_events e set data = (
      select ('{' || string_agg(to_json(m.key)::text || ':' || case m.key
          when 'contact' then ${withoutPersonal('m.value')}
          when 'contacts' then (
            select '[' || string_agg(${withoutPersonal('c.value')}, ',' order by c.n) || ']'
            from json_array_elements(m.value) with ordinality c(value, n))
          else m.value::text end, ',' order by m.n) || '}')::json
      from json_each(e.data) with ordinality m(key, value, n))
    where e.organization_id = $1 and e.position = any($2)`,
};

// Events older than the contact cannot contain its data.
const note = {
  name: 'contacts-scrub-note',
  text: `update contacts set told_up_to = case when $3::bigint > position then least(told_up_to, $3) end
    where organization_id = $1 and id = any($2)`,
};

/** The result of a step of the walk, and whether another step can follow now. */
export type ForgottenContacts = { events: number; hasMore: boolean };

/**
 * Removes phone numbers and pictures of deleted contacts from up to `limit` events, walking back from the
 * newest that may contain them, and records its position. It never waits: it continues from a locked event
 * another time.
 */
export async function scrubToldContacts(
  tx: Tx,
  organizationId: OrganizationId,
  limit: number,
): Promise<ForgottenContacts> {
  const contacts = await runStatement<{ id: string; toldUpTo: number }>(tx, takeContacts, [
    organizationId,
  ]);
  const [latest] = contacts;
  if (!latest) return { events: 0, hasMore: false };
  const ids = contacts.map(({ id }) => id);
  const [page] = await runStatement<{
    looked: number;
    first: number | null;
    /** Strings of digits: the driver parses numbers in values but not in arrays. */
    holding: string[] | null;
  }>(tx, look, [organizationId, latest.toldUpTo, limit, ids]);
  const { looked = 0, first = null, holding } = page ?? {};
  const wanted = (holding ?? []).map(Number);
  const free = await lockEvents(tx, organizationId, wanted);
  await runStatement(tx, forget, [organizationId, [...free], ids]);
  const held = wanted.findLast((position) => !free.has(position));
  const next = looked < limit || first === null ? 0 : first - 1;
  await runStatement(tx, note, [organizationId, ids, held ?? next]);
  return { events: free.size, hasMore: held === undefined };
}

async function lockEvents(
  tx: Tx,
  organizationId: OrganizationId,
  positions: readonly number[],
): Promise<Set<number>> {
  const values = [organizationId, positions];
  const rows = await runStatement<{ position: number }>(tx, lock, values);
  return new Set(rows.map(({ position }) => position));
}
