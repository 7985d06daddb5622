import { Refusal, refuse } from '../../domain/errors.ts';
import type { ObjectStorage } from '../../lib/object-storage/object-storage.ts';
import type { Services } from '../services.ts';

/** Runs an operation on the storage of attachments; a failure is logged and becomes an outage. */
export async function reachStorage<T>(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  act: (storage: ObjectStorage) => Promise<T>,
): Promise<T> {
  try {
    return await act(storage);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.warn({ err: error }, 'the storage of attachments failed');
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    return refuse(
      'unavailable',
      isFull
        ? 'The disk of the attachments is full: none can be stored until an operator frees space.'
        : 'The storage of attachments does not answer; try again.',
    );
  }
}
