import type { OrganizationId } from '../../../domain/principal.ts';
import { toFactQuery } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A document that may link to the requested concept, with its body. */
export type LinkingDocument = {
  kind: string;
  id: string;
  name: string;
  ownerId: string | null;
  body: string;
};

// Each word is looked up by itself: for hundreds of them in one query Postgres expects most documents to match, and read them all.
const list = {
  name: 'concept-usages-list',
  text: `select d.kind, d.id, d.name, d.owner_id as "ownerId", r.body::text as body from (
      select distinct f.* from unnest($2::text[]) as w(word) cross join lateral (
        select organization_id, kind, id, name, owner_id, revision from documents
        where organization_id = $1 and search @@ w.word::tsquery and kind in ('data-contract', 'data-product')
          and ($4::text is null or (kind, id) > ($4, $5))
        order by kind, id limit $3) f
      order by kind, id limit $3) d
    join document_revisions r
      on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
    order by d.kind, d.id`,
};

/** Contracts and products with one of these link words (`domain/kinds/document-links.ts`), after the last one of the page before. */
export function listLinkingDocuments(
  db: Db,
  organizationId: OrganizationId,
  words: readonly string[],
  { limit, after }: { limit: number; after?: { kind: string; id: string } | undefined },
): Promise<LinkingDocument[]> {
  if (words.length === 0) return Promise.resolve([]);
  const queries = words.map((value) => toFactQuery({ name: 'concept', value }));
  return runStatement(db, list, [organizationId, queries, limit, after?.kind, after?.id]);
}
