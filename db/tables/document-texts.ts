import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { DocumentKey } from './documents.ts';

const updateText = {
  name: 'documents-update-text',
  text: `with changed as (
      select 1 from document_revisions
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4
        and (($5::text is not null and body::text is distinct from $5) or ($6::text is not null and source is distinct from $6))),
    head as (
      update documents set edition = edition + 1
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and edition = $7 and exists (select 1 from changed)
      returning edition),
    text as (
      update document_revisions
      set body = coalesce($5::json, body), source = coalesce($6, source), edition = edition + 1
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and exists (select 1 from head))
    select (select count(*)::int from changed) as changed, (select edition from head) as edition`,
};

/**
 * Replaces the text of the current revision by one of equal content: no revision, no event, a new edition
 * when it differs at all. Answers the edition that holds, or undefined when the document changed meanwhile.
 */
export async function updateDocumentText(
  db: Db,
  key: DocumentKey,
  text: { body: string | undefined; source: string | undefined },
  expected: { revision: number; edition: number },
): Promise<number | undefined> {
  type Row = { changed: number; edition: number | null };
  const [row] = await runStatement<Row>(db, updateText, [
    key.organizationId,
    key.kind,
    key.id,
    expected.revision,
    text.body,
    text.source,
    expected.edition,
  ]);
  if (row?.changed === 0) return expected.edition;
  return row?.edition ?? undefined;
}
