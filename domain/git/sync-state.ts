/** State of a document and its file, as clients of the interface know it. */
export const syncStatuses = [
  'UP_TO_DATE',
  'LOCAL_IS_NEWER',
  'REMOTE_IS_NEWER',
  'CONFLICT',
] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** Hashes of both sides now, and when they were last equal; null where there is nothing. */
export type SyncHashes = {
  /** Hash of the content of the document; null for a namespace without an ontology. */
  localHash: string | null;
  /** Hash of the content of the file; null if it is no valid document. */
  remoteHash: string | null;
  /** Git hash of the file; null if there is no file. */
  remoteBlob: string | null;
  syncedHash: string | null;
  syncedBlob: string | null;
};

/**
 * The state of both sides: what differs from the last common content has changed. Equal contents are up to date, however they are
 * written; a file that is not there can only be pushed, if there is anything to push.
 */
export function syncStatusOf(hashes: SyncHashes): SyncStatus {
  const { localHash, remoteHash, remoteBlob, syncedHash, syncedBlob } = hashes;
  if (remoteBlob === null) return localHash === null ? 'UP_TO_DATE' : 'LOCAL_IS_NEWER';
  if (remoteHash !== null && remoteHash === localHash) return 'UP_TO_DATE';
  const isLocalChanged = localHash !== syncedHash;
  const isRemoteChanged = remoteBlob !== syncedBlob;
  if (isLocalChanged && isRemoteChanged) return 'CONFLICT';
  if (isRemoteChanged) return 'REMOTE_IS_NEWER';
  // An invalid file keeps its state until somebody pushes another text.
  return isLocalChanged ? 'LOCAL_IS_NEWER' : 'UP_TO_DATE';
}
