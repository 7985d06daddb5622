import { openFolderStorage } from './object-storage-folder.ts';
import { openS3Storage } from './object-storage-s3.ts';
import type { ObjectStorage, ObjectStorageSettings } from './object-storage.ts';

/** Opens the storage; it touches neither disk nor network before it is used. */
export function openObjectStorage(settings: ObjectStorageSettings): ObjectStorage {
  return settings.kind === 'folder' ? openFolderStorage(settings.folder) : openS3Storage(settings);
}
