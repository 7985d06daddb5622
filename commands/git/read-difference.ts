import type { Db } from '../../db/connect.ts';
import { findRemoteText } from '../../db/tables/git/connections.ts';
import { refuse } from '../../domain/errors.ts';
import { describeSubject } from '../../domain/git/subject.ts';
import { readStoredText } from './connected-text.ts';
import { documentKeyOf, getGitConnection } from './connection-request.ts';
import type { GitConnectionRequest } from './connection-request.ts';

/** Both texts of a connection, with the hashes by which one side may be replaced. */
export type GitDifference = {
  localHash: string | null;
  localText: string;
  remoteHash: string | null;
  remoteText: string | null;
};

/** Reads the document or the ontology as a file, and the text of its file at the last look. Refuses with `not_found`. */
export async function readDifference(
  db: Db,
  request: Pick<GitConnectionRequest, 'kind' | 'id' | 'principal'>,
): Promise<GitDifference> {
  const { organizationId } = request.principal;
  const { id, localHash, remoteBlob, path } = await getGitConnection(db, request);
  const key = documentKeyOf(request);
  const stored = await readStoredText(db, { ...key, path });
  if (stored === undefined) refuse('not_found', `There is no ${describeSubject(key)}.`);
  const remoteText = (await findRemoteText(db, { organizationId, id })) ?? null;
  return { localHash, localText: stored.text, remoteHash: remoteBlob, remoteText };
}
