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
} from '../../db/tables/message-removal.ts';
import { forgetToldContacts, listOrganizationsThatTold } from '../../db/tables/told-contacts.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

const rowsAtOnce = 1_000;
const filesAtOnce = 50;

/** Then the next run goes on: others of the kind wait meanwhile. */
const mostBatches = 300;

/** Then the storage does not work at all, and a further try only costs time. */
const mostFailures = 200;

/** An upload that takes longer has been given up. */
const uploadHours = 24;

/**
 * Removes for good what was deleted: messages of deleted conversations, then the conversations, reactions of deleted contacts, what
 * events hold of these, and the files of deleted attachments and of uploads that never came to an end. A file goes before its row, so that a run that is killed leaves
 * nothing that the next one does not find.
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
  for (const conversation of await listDeletedConversations(database.knex, mostBatches)) {
    let removed = rowsAtOnce;
    for (; removed === rowsAtOnce && batches < mostBatches; batches++) {
      signal.throwIfAborted();
      removed = await fenced((tx) => removeMessagesOf(tx, conversation, rowsAtOnce, clock.now()));
      total += removed;
    }
    if (batches === mostBatches) break;
    await fenced((tx) => removeConversation(tx, conversation));
  }
  return total;
}

async function removeReactions({ database, signal, fenced }: JobContext): Promise<number> {
  let total = 0;
  let batches = 0;
  for (const contact of await listReactingRemains(database.knex, mostBatches)) {
    let removed = rowsAtOnce;
    for (; removed === rowsAtOnce && batches < mostBatches; batches++) {
      signal.throwIfAborted();
      removed = await fenced((tx) => removeReactionsOf(tx, contact, rowsAtOnce));
      total += removed;
    }
  }
  return total;
}

/** Where it stopped is stored: the next run goes on there. */
async function forgetContacts({ database, signal, fenced }: JobContext): Promise<number> {
  let total = 0;
  let batches = 0;
  for (const organizationId of await listOrganizationsThatTold(database.knex)) {
    for (let hasMore = true; hasMore && batches < mostBatches; batches++) {
      signal.throwIfAborted();
      const done = await fenced((tx) => forgetToldContacts(tx, organizationId, rowsAtOnce));
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
  for (let batch = 0; batch < mostBatches; batch++) {
    signal.throwIfAborted();
    const besides = failed.map(({ id }) => id);
    const which = { limit: filesAtOnce, besides, before };
    const removed = await listRemovedAttachments(database.knex, which);
    if (removed.length === 0) break;
    const failures = await removeObjects(settings.storage, removed);
    failed.push(...failures);
    const kept = new Set(failures.map(({ id }) => id));
    const gone = removed.filter(({ id }) => !kept.has(id));
    await fenced(async (tx) => {
      await deleteRemovedAttachments(tx, gone);
      await postponeRemovals(tx, failures, clock.now());
    });
    total += gone.length;
    if (failed.length >= mostFailures) break;
  }
  await settings.storage.tidy(before);
  // What could be removed is: the operator shall hear of the rest, and the next run tries again.
  if (failed[0]) throw failed[0].error;
  return total;
}

type RemovedAttachment = Awaited<ReturnType<typeof listRemovedAttachments>>[number];
type Failure = RemovedAttachment & { error: unknown };

/** Removes the files, and answers those that the storage keeps. */
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
