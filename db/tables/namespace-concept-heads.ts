import type { Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { NamespaceKey } from './namespaces.ts';

/**
 * Heads that one statement writes. Each costs the checks of the foreign keys on documents: 100,000 at once took 8 s, and a statement
 * may take 10 s.
 */
const sliceSize = 5_000;

/** Some of the heads of a namespace, behind the last one: exactly its ids are between `/` and `0`, which comes behind it. */
const slice = `with slice as materialized (
      select id from documents
      where organization_id = $1 and kind = 'semantic-concept' and id > $3 and id < $2 || '0'
      order by id limit ${sliceSize})`;

type Last = { last: string | null };

const moveHeads = {
  name: 'namespace-concept-heads-update-owner',
  text: `${slice}, moved as (
      update documents d set owner_id = $4 from slice
      where d.organization_id = $1 and d.kind = 'semantic-concept' and d.id = slice.id and d.owner_id is distinct from $4)
    select max(id) as last from slice`,
};

/** The concepts of a namespace belong to its owner. */
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
  text: `${slice}, gone as (
      delete from documents d using slice
      where d.organization_id = $1 and d.kind = 'semantic-concept' and d.id = slice.id)
    select max(id) as last from slice`,
};

/** Removes the heads of all concepts of a namespace; the concepts end with the namespace itself. */
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

/** Removes the concepts of a namespace that are not among these (a JSON list of identities), and their heads. */
export async function deleteOtherConcepts(
  tx: Tx,
  { organizationId, id }: NamespaceKey,
  ids: string,
): Promise<void> {
  const gone = await runStatement<{ id: string }>(tx, removeMissing, [organizationId, id, ids]);
  const heads = gone.map((concept) => `${id}/${concept.id}`);
  for (let start = 0; start < heads.length; start += sliceSize) {
    await runStatement(tx, removeNamed, [organizationId, heads.slice(start, start + sliceSize)]);
  }
}
