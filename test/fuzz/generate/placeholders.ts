import type { Choices } from './choices.ts';

/**
 * Ids assigned by servers differ between runs, while a request must depend on its seed alone: it contains
 * `~~/api/costs/{id}:2~~` instead, which is replaced when it is sent.
 */
export function placeholder(pool: string, position: number): string {
  return `~~${pool}:${position}~~`;
}

/** Existing ids, by the path below which they are: `/api/teams/{id}`. */
export type KnownIds = ReadonlyMap<string, readonly string[]>;

/** Number of ids of a pool for all operations; further ones are for deletions. */
export const sharedIds = 4;

const pattern = /~~([^~]*):(\d+)~~/g;

/** Replaces the placeholders; a placeholder of an empty pool becomes an unknown id. */
export function fillIn(text: string, known: KnownIds, encode = (id: string): string => id): string {
  if (!text.includes('~~')) return text;
  return text.replaceAll(pattern, (_all, pool: string, position: string) => {
    const ids = known.get(pool) ?? [];
    const at = Number(position);
    // The first ids are for all operations; deletions mostly use later ones.
    return encode(ids[at < sharedIds ? at % Math.max(1, ids.length) : at] ?? 'none');
  });
}

/** The pool of ids for a member or parameter of this name. */
const poolsByName: Record<string, string> = {
  teamId: '/api/teams/{id}',
  team: '/api/teams/{id}',
  owner: '/api/teams/{id}',
  owningTeamExternalId: '/api/teams/{id}',
  consumerTeamId: '/api/teams/{id}',
  providerTeamId: '/api/teams/{id}',
  domainId: '/api/teams/{id}',
  parent: '/api/teams/{id}',
  dataProductId: '/api/dataproducts/{id}',
  providerDataProductId: '/api/dataproducts/{id}',
  consumerDataProductId: '/api/dataproducts/{id}',
  dataContractId: '/api/datacontracts/{id}',
  contractId: '/api/datacontracts/{id}',
  accessId: '/api/access/{id}',
  tagId: '/api/tags/{id}',
  namespace: '/api/semantics/experimental/namespaces/{namespace}',
  branch: '/api/semantics/experimental/namespaces/{namespace}/branches/{branch}',
  subjectId: '/api/datacontracts/{id}',
  contactId: '/v1/contacts/{id}',
  contact_id: '/v1/contacts/{id}',
  contacts: '/v1/contacts/{id}',
  contact_ids: '/v1/contacts/{id}',
  members: '/v1/contacts/{id}',
  conversation_id: '/v1/conversations/{id}',
  group_id: '/v1/groups/{id}',
  attachments: '/v1/attachments/{id}',
  reply_to_id: '/v1/messages/{id}',
  in_reply_to_message_id: '/v1/messages/{id}',
  starting_after: '/v1/messages/{id}',
  ending_before: '/v1/messages/{id}',
};

/** An existing id for a member or parameter of this name. */
export function knownValue(name: string, choices: Choices): string | undefined {
  if (name === 'outputPortId') return 'port-0';
  const pool = Object.hasOwn(poolsByName, name) ? poolsByName[name] : undefined;
  return pool === undefined ? undefined : placeholder(pool, choices.between(0, 3));
}
