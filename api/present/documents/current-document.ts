import { findDocument } from '../../../db/tables/documents/documents.ts';
import type { DocumentKey, StoredDocument } from '../../../db/tables/documents/documents.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { entityTag, isNotModified } from '../../http/entity-tags.ts';
import type { Representation } from '../../http/entity-tags.ts';
import type { Answer } from '../../exchange.ts';
import { withServerMembers } from './server-members.ts';
import type { Services } from '../../services.ts';

type Header = (name: string) => string | undefined;

/** The current JSON of a document with the members that the server adds; undefined if it does not exist. */
export async function readCurrentDocument(
  { database: { knex } }: Services,
  kind: DocumentKind,
  key: DocumentKey,
  header: Header,
): Promise<Answer | undefined> {
  const stored = await findDocument(knex, key);
  if (!stored) return undefined;
  if (!kind.serverMembers) return tagged(stored, 'json', header, () => stored.body);
  const document = { id: key.id, body: stored.body };
  const [shown] = await withServerMembers(knex, kind, key.organizationId, [document]);
  const representation = shown?.mark === undefined ? 'json' : { mark: shown.mark };
  return tagged(stored, representation, header, () => shown?.text ?? stored.body);
}

/** The text with its ETag, or 304 if the client already has it. */
export async function tagged(
  stored: StoredDocument,
  representation: Representation,
  header: Header,
  text: () => string | Promise<string>,
): Promise<Answer> {
  const etag = entityTag(stored, representation);
  if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
  return { status: 200, headers: { etag }, text: await text() };
}
