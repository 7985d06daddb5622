import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { findRemoteText } from '../../db/tables/git/connections.ts';
import { runTask } from '../tasks/run-task.ts';
import { documentKeyOf, getGitConnection } from './connection-request.ts';
import type { GitConnectionRequest } from './connection-request.ts';

/** Both texts of a connected document, with the hashes by which one side may be replaced. */
export type GitDifference = {
  localHash: string;
  localText: string;
  remoteHash: string | null;
  remoteText: string | null;
};

/** Reads the document as a file, and the text of its file at the last look. Refuses with `not_found`. */
export async function readDifference(
  db: Db,
  request: Pick<GitConnectionRequest, 'kind' | 'id' | 'principal'>,
): Promise<GitDifference> {
  const { organizationId } = request.principal;
  const { id, localHash, remoteBlob, path } = await getGitConnection(db, request);
  const stored = await findDocument(db, documentKeyOf(request));
  const { body = '{}', source = null } = stored ?? {};
  const isJson = path.toLowerCase().endsWith('.json');
  const localText = isJson ? body : (source ?? (await runTask('toYaml', body)));
  const remoteText = (await findRemoteText(db, { organizationId, id })) ?? null;
  return { localHash, localText, remoteHash: remoteBlob, remoteText };
}
