import { openFolderStorage } from './folder.ts';
import { openS3Storage } from './s3.ts';
import type { ObjectStorage, ObjectStorageSettings } from './object-storage.ts';

/** Opens the storage; the first use touches disk or network. */
export function openObjectStorage(settings: ObjectStorageSettings): ObjectStorage {
  return settings.kind === 'folder' ? openFolderStorage(settings.folder) : openS3Storage(settings);
}
