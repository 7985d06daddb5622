import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { contactName, joinPerson } from '../messaging/contact-names.ts';

/** Names something that people read by its name: a kind and an id. */
export type Reference = { kind: string; id: string };

/** The name of a reference; null for a deleted contact, of which nothing is kept. */
export type Named = Reference & { name: string | null; deleted: boolean };

/** The id of a reference as UUID, so that the index of the primary key is used; null if it is none. */
const uuid = `case when k.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then k.id::uuid end`;

/** The last revision with a text holds the name of a deleted document. An access is called by its data, and work by its job. */
const find = {
  name: 'names-find',
  text: `with k as materialized (
      select distinct kind, id collate "C" as id from unnest($2::text[], $3::text[]) as k(kind, id))
    select k.kind, k.id, coalesce(d.name, last.name, k.id) as name, d.id is null as deleted
    from k
    left join documents d on d.organization_id = $1 and d.kind = k.kind and d.id = k.id
    left join lateral (
      select coalesce(body->>'name', body->'info'->>'title', body->'info'->>'name', body->>'title', k.id) as name
      from document_revisions r
      where d.id is null and r.organization_id = $1 and r.kind = k.kind and r.id = k.id and r.body is not null
      order by r.revision desc limit 1) last on true
    where d.id is not null or last.name is not null
    union all
    select k.kind, k.id, concat_ws(' / ', coalesce(p.name, a.provider_product_id), coalesce(a.provider_port_name, a.provider_port_id)),
      false
    from k join access a on a.organization_id = $1 and a.id = k.id
    left join documents p on p.organization_id = $1 and p.kind = 'data-product' and p.id = a.provider_product_id
    where k.kind = 'access'
    union all
    select k.kind, k.id, concat_ws(' / ', coalesce(x.side->>'dataProductName', x.side->>'dataProductId'),
      coalesce(x.side->>'outputPortName', x.side->>'outputPortId')), true
    from k cross join lateral (
      select last->'provider' as side from deleted_access where organization_id = $1 and id = k.id) x
    where k.kind = 'access'
    union all
    select k.kind, k.id, n.name, false from k join namespaces n on n.organization_id = $1 and n.id = k.id
    where k.kind = 'semantic-namespace'
    union all
    select k.kind, k.id, i.name, false from k join integrations i on i.organization_id = $1 and i.id = k.id
    where k.kind = 'integration'
    union all
    select k.kind, k.id, a.display_name, a.revoked_at is not null
    from k join api_keys a on a.organization_id = $1 and a.id = ${uuid} where k.kind = 'api-key'
    union all
    select k.kind, k.id, case when c.deleted_at is null then ${contactName('c', 'p')} end,
      c.deleted_at is not null
    from k join contacts c on c.organization_id = $1 and c.id = k.id ${joinPerson('c', 'p')} where k.kind = 'contact'
    union all
    select k.kind, k.id, r.title, false
    from k join change_requests r on r.organization_id = $1 and r.id = ${uuid} where k.kind = 'change-request'
    union all
    select k.kind, k.id, coalesce(p.name, p.email), false
    from k join people p on p.organization_id = $1 and p.id = ${uuid} where k.kind = 'person'
    union all
    select k.kind, k.id, w.job, false
    from k join work w on w.organization_id = $1 and w.id = ${uuid}
    where k.kind = 'work'`,
};

/** Names of what exists or existed; references to anything else are left out. */
export function listNames(
  db: Db,
  organizationId: OrganizationId,
  references: readonly Reference[],
): Promise<Named[]> {
  if (references.length === 0) return Promise.resolve([]);
  return runStatement<Named>(db, find, [
    organizationId,
    references.map(({ kind }) => kind),
    references.map(({ id }) => id),
  ]);
}
