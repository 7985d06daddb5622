import type { OrganizationId } from '../../domain/principal.ts';
import type { Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';

// Put together as text, so that all else stays to the letter, also the order of the members.
const forget = {
  name: 'told-attachments-forget',
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

/** Takes attachments that are deleted for good out of what events told of their message. */
export async function forgetToldAttachments(
  tx: Tx,
  { organizationId, messageId }: { organizationId: OrganizationId; messageId: string },
  attachmentIds: readonly string[],
): Promise<void> {
  await runStatement(tx, forget, [organizationId, messageId, attachmentIds]);
}
