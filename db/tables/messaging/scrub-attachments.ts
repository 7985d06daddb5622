import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

// Edits the JSON as text, so that all other characters and the order of members stay unchanged.
const forget = {
  name: 'attachments-scrub',
  text: `update messaging_events e set data = (
      select ('{' || string_agg(to_json(m.key)::text || ':' || case when m.key = 'attachments' then (
          select '[' || coalesce(string_agg(a.value::text, ',' order by a.n), '') || ']'
          from json_array_elements(m.value) with ordinality a(value, n)
          where a.value ->> 'id' <> all($3)) else m.value::text end, ',' order by m.n) || '}')::json
      from json_each(e.data) with ordinality m(key, value, n))
    where e.organization_id = $1 and e.subject_id = $2 and e.subject_kind = 'message'
      and json_typeof(e.data -> 'attachments') = 'array'
      and exists (select from unnest($3::text[]) id where strpos(e.data::text, id) > 0)`,
};

/** Removes deleted attachments from the data of their messages' events. */
export async function scrubToldAttachments(
  tx: Tx,
  { organizationId, messageId }: { organizationId: OrganizationId; messageId: string },
  attachmentIds: readonly string[],
): Promise<void> {
  await runStatement(tx, forget, [organizationId, messageId, attachmentIds]);
}
