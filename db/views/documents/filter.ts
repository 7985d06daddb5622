import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import {
  readTerms,
  toAnyFactQuery,
  toFactQuery,
  toSearchQuery,
} from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { listTeamsBelow, listTeamsNamed } from './team-tree.ts';

/** Filters of documents; all given ones must hold. */
export type DocumentFilter = {
  /** Search words; every word must occur, the last one as a prefix. */
  q?: string | undefined;
  /** Ids of owning teams; one of them must match. */
  teamIds?: readonly string[] | undefined;
  /** Ids of teams; matches documents of these teams and of teams below them. */
  domainIds?: readonly string[] | undefined;
  /** Name of the owning team. */
  ownerName?: string | undefined;
  /** Name of a team; matches documents of this team and of teams below it. */
  domainName?: string | undefined;
  archetype?: string | undefined;
  tag?: string | undefined;
  status?: string | undefined;
  /** Teams with this person as a direct member, in any case. */
  memberEmail?: string | undefined;
  /** Id or name of the owning team. */
  ownerIdOrName?: string | undefined;
  /** Products with an output port of one of these types. */
  portTypes?: readonly string[] | undefined;
  /** Data products that this person has starred; the address is in lower case. */
  starredBy?: string | undefined;
  /** Documents that reference these others. */
  naming?: readonly { role: string; kind: string; id: string }[] | undefined;
};

/** A filter whose teams have been looked up. */
export type ResolvedFilter = Omit<DocumentFilter, 'teamIds' | 'domainIds' | 'tag'> & {
  /** Each of these tags must match. */
  tags: readonly string[];
  /** Sets of owning teams; the owner must be in each of them. */
  ownerSets: readonly (readonly string[])[];
};

/** Looks up the teams that a filter names; costs a query for each filter by name or by domain. */
export async function resolveFilter(
  db: Db,
  organizationId: OrganizationId,
  filter: DocumentFilter,
): Promise<ResolvedFilter> {
  const { tag, ...others } = filter;
  const { teamIds, domainIds, ownerName, domainName } = others;
  const ownerSets: (readonly string[])[] = [];
  if (teamIds?.length) ownerSets.push(teamIds);
  if (domainIds?.length) ownerSets.push(await listTeamsBelow(db, organizationId, domainIds));
  if (ownerName !== undefined) ownerSets.push(await listTeamsNamed(db, organizationId, ownerName));
  if (domainName !== undefined) {
    const named = await listTeamsNamed(db, organizationId, domainName);
    ownerSets.push(await listTeamsBelow(db, organizationId, named));
  }
  return { ...others, tags: tag === undefined ? [] : [tag], ownerSets };
}

/** Heads (`d`) of the organization's documents that match the filter, without columns. */
export function filterDocuments(
  db: Db,
  organizationId: OrganizationId,
  filter: ResolvedFilter,
): Knex.QueryBuilder {
  const query = db('documents as d').where('d.organization_id', organizationId);
  const words = wordsOf(filter);
  if (words !== undefined) void query.whereRaw('d.search @@ ?::tsquery', [words]);
  // The index finds candidates by word prefixes; here whole values are compared.
  const { tags, status, archetype, memberEmail } = filter;
  for (const tag of tags) void query.whereRaw('? = any(d.tags)', [tag]);
  if (status !== undefined) void query.where('d.status', status);
  if (archetype !== undefined) void query.where('d.archetype', archetype);
  for (const owners of filter.ownerSets)
    void query.whereRaw('d.owner_id = any(?)', [[...owners]] as Knex.RawBinding[]);
  if (memberEmail !== undefined) void query.whereRaw(memberOfTeam, [memberEmail]);
  narrow(query, filter);
  return query;
}

/** Filters that only some kinds have. */
function narrow(query: Knex.QueryBuilder, filter: ResolvedFilter): void {
  const { ownerIdOrName, portTypes, starredBy, naming } = filter;
  if (portTypes) void query.whereRaw('d.port_types && ?', [[...portTypes]] as Knex.RawBinding[]);
  if (starredBy !== undefined) void query.whereRaw(starredByPerson, [starredBy]);
  if (ownerIdOrName !== undefined)
    void query.whereRaw(ownedByIdOrName, [ownerIdOrName, ownerIdOrName]);
  for (const { role, kind, id } of naming ?? []) {
    void query.whereRaw(namingAnother, [role, kind, id]);
  }
}

const ownedByIdOrName = `(d.owner_id = ? or exists (
  select 1 from documents o where o.organization_id = d.organization_id and o.kind = 'team' and o.id = d.owner_id
    and o.name = ?))`;

const starredByPerson = `exists (
  select 1 from data_product_stars s where s.organization_id = d.organization_id and d.kind = 'data-product'
    and s.data_product_id = d.id and s.email = ?)`;

const namingAnother = `exists (
  select 1 from document_references f where f.organization_id = d.organization_id and f.kind = d.kind and f.id = d.id
    and f.role = ? and f.target_kind = ? and f.target_id = ?)`;

/** One tsquery of all filters that the word index covers. */
function wordsOf({ q, tags, status, archetype, portTypes }: ResolvedFilter): string | undefined {
  const queries = [
    ...tags.map((value) => toFactQuery({ name: 'tag', value })),
    status !== undefined && toFactQuery({ name: 'status', value: status }),
    archetype !== undefined && toFactQuery({ name: 'archetype', value: archetype }),
    portTypes && toAnyFactQuery('port', portTypes),
    q !== undefined && toSearchQuery(readTerms(q), { beginnings: 'last' }),
  ].filter((text) => typeof text === 'string');
  return queries.length === 0 ? undefined : queries.join(' & ');
}

const memberOfTeam = `exists (
  select 1 from document_revisions m, json_array_elements(
    case json_typeof(m.body->'members') when 'array' then m.body->'members' else '[]' end) as member
  where m.organization_id = d.organization_id and m.kind = d.kind and m.id = d.id and m.revision = d.revision
    and lower(member->>'emailAddress') = lower(?))`;
