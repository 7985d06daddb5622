import type { Knex } from 'knex';
import { personalWords } from '../../domain/kinds/document-head.ts';
import type { Relationship } from '../../domain/ontology/ontology.ts';
import { toConceptEntry } from '../../domain/semantics/concept-rows.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** Concepts are found by their labels, and documents about personal data by `pii:yes`. */
export async function up(knex: Knex): Promise<void> {
  await fillLabels(knex);
  await knex.raw(
    `update documents d set search = d.search || array_to_tsvector(array['pii=yes'])
    where d.tags::text ~* :words or d.classifications::text ~* :words
      or (d.kind in ('definition', 'data-contract') and exists (
        select from document_revisions r
        where r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
          and r.body::text ~ '"pii" *: *true'))`,
    { words: personalWords },
  );
}

/** Number of concepts per step. */
const pageSize = 500;

type Row = {
  organization_id: string;
  namespace_id: string;
  id: string;
  name: string;
  body: { fields: JsonObject; relationships: Relationship[] };
};

/** Fills in for every concept what its next change would write, page by page, so that a large ontology fits into memory. */
async function fillLabels(knex: Knex): Promise<void> {
  let last: Row | undefined;
  for (;;) {
    const { rows } = await knex.raw<{ rows: Row[] }>(
      `select organization_id, namespace_id, id, name, body from namespace_concepts
      ${last ? 'where (organization_id, namespace_id, id) > (?::uuid, ?, ?)' : ''}
      order by organization_id, namespace_id, id limit ${pageSize}`,
      last ? [last.organization_id, last.namespace_id, last.id] : [],
    );
    if (rows.length === 0) return;
    const searches = rows.map(
      ({ id, name, body }) => toConceptEntry({ identity: id, name, ...body }).search,
    );
    await knex.raw(
      `update documents d set search = i.search
      from unnest(?::uuid[], ?::text[], ?::tsvector[]) as i(organization_id, id, search)
      where d.organization_id = i.organization_id and d.kind = 'semantic-concept' and d.id = i.id`,
      [
        rows.map((row) => row.organization_id),
        rows.map((row) => `${row.namespace_id}/${row.id}`),
        searches,
      ],
    );
    last = rows.at(-1);
  }
}
