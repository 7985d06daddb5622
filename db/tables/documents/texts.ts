import { batched } from '../../batched.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey } from './documents.ts';

const updateTexts = {
  name: 'documents-update-texts',
  text: `with input as (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[]) with ordinality
      as i(organization_id, kind, id, revision, edition, body, source, n)),
    changed as (
      select i.* from input i join document_revisions r using (organization_id, kind, id, revision)
      where (i.body is not null and r.body::text is distinct from i.body)
        or (i.source is not null and r.source is distinct from i.source)),
    head as (
      update documents d set edition = d.edition + 1 from changed c
      where d.organization_id = c.organization_id and d.kind = c.kind and d.id = c.id
        and d.revision = c.revision and d.edition = c.edition
      returning c.n, d.edition),
    text as (
      update document_revisions r
      set body = coalesce(c.body::json, r.body), source = coalesce(c.source, r.source), edition = r.edition + 1
      from changed c join head using (n)
      where r.organization_id = c.organization_id and r.kind = c.kind and r.id = c.id and r.revision = c.revision)
    select i.n::int as n, case when c.n is null then i.edition else h.edition end as edition
    from input i left join changed c using (n) left join head h using (n)`,
};

type TextWrite = {
  key: DocumentKey;
  text: { body: string | undefined; source: string | undefined };
  expected: { revision: number; edition: number };
};

/** Rows are locked in the order of their ids, so that two batches do not wait for each other. */
const updateTogether = batched<TextWrite, number>({ maxRunning: 2 }, async (db, unsorted) => {
  const writes = unsorted.toSorted((a, b) => (a.key.id < b.key.id ? -1 : 1));
  const rows = await runStatement<{ n: number; edition: number | null }>(db, updateTexts, [
    writes.map(({ key }) => key.organizationId),
    writes.map(({ key }) => key.kind),
    writes.map(({ key }) => key.id),
    writes.map(({ expected }) => expected.revision),
    writes.map(({ expected }) => expected.edition),
    writes.map(({ text }) => text.body),
    writes.map(({ text }) => text.source),
  ]);
  const written = new Map(rows.map(({ n, edition }) => [writes[n - 1], edition ?? undefined]));
  return unsorted.map((write) => written.get(write));
});

/**
 * Replaces the source of the current revision by one of equal content: no revision and no event, but a new
 * edition if the text differs. Returns the current edition, or undefined when the document changed meanwhile.
 */
export function updateDocumentText(
  db: Db,
  key: DocumentKey,
  text: TextWrite['text'],
  expected: TextWrite['expected'],
): Promise<number | undefined> {
  return updateTogether(db, { key, text, expected });
}
