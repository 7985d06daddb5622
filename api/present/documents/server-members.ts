import { hash } from 'node:crypto';
import type { Db } from '../../../db/connect.ts';
import { listAssetAdditions } from '../../../db/views/ingestion/asset-additions.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { withMembers } from '../../../lib/json/text.ts';

type ReadAdditions = (
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
) => Promise<Map<string, Record<string, string>>>;

/** Readers of the members that the server adds to documents of a kind. */
const readers: Readonly<Record<string, ReadAdditions>> = { asset: listAssetAdditions };

/** A text in the form of the API; `mark` identifies the state of the added members, undefined if there are none. */
export type ShownText = { text: string; mark: string | undefined };

/** The texts of documents with the members that the server adds; free for kinds without such members. */
export async function withServerMembers(
  db: Db,
  kind: DocumentKind,
  organizationId: OrganizationId,
  documents: readonly { id: string; body: string }[],
): Promise<ShownText[]> {
  const read = kind.serverMembers && readers[kind.name];
  const ids = documents.map(({ id }) => id);
  const additions = await read?.(db, organizationId, ids);
  return documents.map(({ id, body }) => {
    const members = additions?.get(id);
    if (!members) return { text: body, mark: undefined };
    const mark = hash('sha256', JSON.stringify(members), 'hex').slice(0, 12);
    return { text: withMembers(body, members), mark };
  });
}
