import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { NamespaceKey } from './namespaces.ts';

/**
 * Number of heads that one statement writes. Each head costs foreign key checks: 100,000 at once took 8 s, and
 * a statement may take 10 s.
 */
const sliceSize = 5_000;

/**
 * A slice of the heads of a namespace, after the last id. Ids of concepts are exactly those between `/` and
 * `0`, the character after `/`.
 */
const slice = `with slice as materialized (
      select id from documents
      where organization_id = $1 and kind = 'semantic-concept' and id > $3 and id < $2 || '0'
      order by id limit ${sliceSize})`;

// Not a join: without statistics, as after a first import, Postgres compares every concept with every row of the slice.
const isInSlice = `d.id = any(array(select id from slice))`;

type Last = { last: string | null };

const moveHeads = {
  name: 'namespace-concept-heads-update-owner',
  text: `${slice}, moved as (
      update documents d set owner_id = $4
      where d.organization_id = $1 and d.kind = 'semantic-concept' and ${isInSlice} and d.owner_id is distinct from $4)
    select max(id) as last from slice`,
};

/** Sets the owner of a namespace's concepts to the owner of the namespace. */
export function updateConceptOwner(
  tx: Tx,
  { organizationId, id }: NamespaceKey,
  ownerId: string | undefined,
): Promise<void> {
  return bySlices(id, (last) =>
    runStatement<Last>(tx, moveHeads, [organizationId, id, last, ownerId]),
  );
}

const removeHeads = {
  name: 'namespace-concept-heads-delete',
  text: `${slice}, deleted as (
      delete from documents d
      where d.organization_id = $1 and d.kind = 'semantic-concept' and ${isInSlice})
    select max(id) as last from slice`,
};

/** Deletes the heads of all concepts of a namespace; the concepts are deleted with the namespace itself. */
export function deleteConceptHeads(tx: Tx, { organizationId, id }: NamespaceKey): Promise<void> {
  return bySlices(id, (last) => runStatement<Last>(tx, removeHeads, [organizationId, id, last]));
}

async function bySlices(id: string, write: (last: string) => Promise<Last[]>): Promise<void> {
  for (let last: string | null = `${id}/`; last !== null;) {
    const [row]: Last[] = await write(last);
    last = row?.last ?? null;
  }
}

const removeMissing = {
  name: 'namespace-concepts-delete-missing',
  text: `delete from namespace_concepts
    where organization_id = $1 and namespace_id = $2
      and id not in (select i from json_array_elements_text($3::json) as i)
    returning id`,
};

const removeNamed = {
  name: 'namespace-concept-heads-delete-named',
  text: `delete from documents where organization_id = $1 and kind = 'semantic-concept' and id = any($2)`,
};

/**
 * Deletes the concepts of a namespace that are not among these (a JSON list of identities), and their heads.
 */
export async function deleteOtherConcepts(
  tx: Tx,
  { organizationId, id }: NamespaceKey,
  ids: string,
): Promise<void> {
  const deleted = await runStatement<{ id: string }>(tx, removeMissing, [organizationId, id, ids]);
  const heads = deleted.map((concept) => `${id}/${concept.id}`);
  for (let start = 0; start < heads.length; start += sliceSize) {
    await runStatement(tx, removeNamed, [organizationId, heads.slice(start, start + sliceSize)]);
  }
}
