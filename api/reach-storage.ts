import { Refusal, refuse } from '../domain/errors.ts';
import type { ObjectStorage } from '../lib/object-storage.ts';
import type { Services } from './services.ts';

/** Does something with the storage of attachments; when that fails it is an outage, and a line in the log tells of it. */
export async function reachStorage<T>(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  act: (storage: ObjectStorage) => Promise<T>,
): Promise<T> {
  try {
    return await act(storage);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.warn({ err: error }, 'the storage of attachments fails');
    return refuse('unavailable', 'The storage of attachments does not answer; try again.');
  }
}
