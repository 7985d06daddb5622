import { hash } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import { listAssetAdditions } from '../db/views/asset-additions.ts';
import type { DocumentKind } from '../domain/kinds/kind.ts';
import type { OrganizationId } from '../domain/principal.ts';
import { withMembers } from '../lib/json-text.ts';

type ReadAdditions = (
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
) => Promise<Map<string, Record<string, string>>>;

/** Who knows the members of a kind that the server answers for. */
const readers: Readonly<Record<string, ReadAdditions>> = { asset: listAssetAdditions };

/** A text as the client sees it; `mark` tells states of the added members apart, absent when there are none. */
export type ShownText = { text: string; mark: string | undefined };

/** The texts of documents with what the server adds to them; costs nothing for kinds to which it adds nothing. */
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
