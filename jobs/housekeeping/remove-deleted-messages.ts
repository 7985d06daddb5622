import { Type } from '@sinclair/typebox';
import {
  deleteRemovedAttachments,
  giveUpUploads,
  listDeletedConversations,
  listReactingRemains,
  listRemovedAttachments,
  postponeRemovals,
  removeConversation,
  removeMessagesOf,
  removeReactionsOf,
} from '../../db/tables/messaging/message-removal.ts';
import {
  scrubToldContacts,
  listOrganizationsToScrub,
} from '../../db/tables/messaging/scrub-contacts.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

const rowsAtOnce = 1_000;
const filesAtOnce = 50;

/** Maximum number of batches; the next run continues, because other jobs of the kind wait meanwhile. */
const maxBatches = 300;

/** Maximum number of failures; the storage is then down, and further attempts only cost time. */
const maxFailures = 200;

/** Hours after which an unfinished upload counts as given up. */
const uploadHours = 24;

/**
 * Permanently removes deleted data: messages of deleted conversations, then the conversations, reactions of
 * deleted contacts, data about these in events, and files of deleted attachments and unfinished uploads. A file
 * is deleted before its row, so that a killed run leaves nothing behind that the next run does not find.
 */
export const removeDeletedMessages = defineJob({
  kind: 'housekeeping',
  name: 'remove-deleted-messages',
  payload: Type.Object({}),
  run: async (context) => {
    const messages = await removeMessages(context);
    const reactions = await removeReactions(context);
    const events = await forgetContacts(context);
    const files = await removeFiles(context);
    if (messages + reactions + events + files > 0) {
      context.log.info({ messages, reactions, events, files }, 'deleted messages removed');
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});

async function removeMessages({ database, signal, fenced, clock }: JobContext): Promise<number> {
  let total = 0;
  let batches = 0;
  for (const conversation of await listDeletedConversations(database.knex, maxBatches)) {
    let removed = rowsAtOnce;
    for (; removed === rowsAtOnce && batches < maxBatches; batches++) {
      signal.throwIfAborted();
      removed = await fenced((tx) => removeMessagesOf(tx, conversation, rowsAtOnce, clock.now()));
      total += removed;
    }
    if (batches === maxBatches) break;
    await fenced((tx) => removeConversation(tx, conversation));
  }
  return total;
}

async function removeReactions({ database, signal, fenced }: JobContext): Promise<number> {
  let total = 0;
  let batches = 0;
  for (const contact of await listReactingRemains(database.knex, maxBatches)) {
    let removed = rowsAtOnce;
    for (; removed === rowsAtOnce && batches < maxBatches; batches++) {
      signal.throwIfAborted();
      removed = await fenced((tx) => removeReactionsOf(tx, contact, rowsAtOnce));
      total += removed;
    }
  }
  return total;
}

/** Its position is stored: the next run continues there. */
async function forgetContacts({ database, signal, fenced }: JobContext): Promise<number> {
  let total = 0;
  let batches = 0;
  for (const organizationId of await listOrganizationsToScrub(database.knex)) {
    for (let hasMore = true; hasMore && batches < maxBatches; batches++) {
      signal.throwIfAborted();
      const done = await fenced((tx) => scrubToldContacts(tx, organizationId, rowsAtOnce));
      total += done.events;
      ({ hasMore } = done);
    }
  }
  return total;
}

async function removeFiles(context: JobContext): Promise<number> {
  const { database, signal, fenced, clock, settings } = context;
  const now = clock.now();
  const before = new Date(now.getTime() - uploadHours * 3_600_000);
  await fenced((tx) => giveUpUploads(tx, before, now));
  const failed: Failure[] = [];
  let total = 0;
  for (let batch = 0; batch < maxBatches; batch++) {
    signal.throwIfAborted();
    const besides = failed.map(({ id }) => id);
    const which = { limit: filesAtOnce, besides, before };
    const removed = await listRemovedAttachments(database.knex, which);
    if (removed.length === 0) break;
    const failures = await removeObjects(settings.storage, removed);
    failed.push(...failures);
    const kept = new Set(failures.map(({ id }) => id));
    const deleted = removed.filter(({ id }) => !kept.has(id));
    await fenced(async (tx) => {
      await deleteRemovedAttachments(tx, deleted);
      await postponeRemovals(tx, failures, clock.now());
    });
    total += deleted.length;
    if (failed.length >= maxFailures) break;
  }
  await settings.storage.tidy(before);
  // Fails after all other removals, so that operators see the error, and the next run retries.
  if (failed[0]) throw failed[0].error;
  return total;
}

type RemovedAttachment = Awaited<ReturnType<typeof listRemovedAttachments>>[number];
type Failure = RemovedAttachment & { error: unknown };

/** Deletes the files, and returns the files that the storage failed to delete. */
async function removeObjects(
  storage: JobContext['settings']['storage'],
  removed: readonly RemovedAttachment[],
): Promise<Failure[]> {
  const failures = await Promise.all(
    removed.map(async (attachment): Promise<Failure[]> => {
      try {
        if (attachment.storageKey) await storage.remove(attachment.storageKey);
        return [];
      } catch (error) {
        return [{ ...attachment, error }];
      }
    }),
  );
  return failures.flat();
}
