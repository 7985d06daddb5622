import { createInterface } from 'node:readline/promises';
import type { Context } from '../command.ts';
import { wrongUsage } from '../failure.ts';
import { nameOf } from '../files/local-document.ts';
import { ApiError } from '../http/api-error.ts';
import { apiPath } from '../http/api-path.ts';
import type { Comparison } from './compare-folder.ts';

type Named = Comparison['others'][number];

export type PruneResult = Named & {
  status: 'deleted' | 'failed';
  error?: { code: string; message: string };
};

/** The documents of the comparison that no file has, dependents first; with a team only those that it owns. */
export async function listPrunable(
  { client }: Pick<Context, 'client'>,
  others: Comparison['others'],
  teamId: string | undefined,
): Promise<Named[]> {
  const prunable = others.toReversed();
  if (teamId === undefined) return prunable;
  const owned = new Set<string>();
  for (const resource of new Set(prunable.map((other) => other.resource))) {
    const query = { teamId, envelope: true, size: 1_000 };
    const items = client().items<{ document: { id?: string; externalId?: string } }>(
      apiPath`/api/${resource}`,
      query,
    );
    for await (const { document } of items) {
      owned.add(nameOf({ resource, id: document.id ?? document.externalId ?? '' }));
    }
  }
  return prunable.filter((other) => owned.has(nameOf(other)));
}

/** Makes sure that the number of documents to delete was typed. Refuses with what to type. */
export async function confirmPrune(
  { surroundings, printer, signal }: Pick<Context, 'surroundings' | 'printer' | 'signal'>,
  prunable: readonly Named[],
  typed: string | undefined,
): Promise<void> {
  const count = prunable.length;
  if (count === 0) return;
  for (const document of prunable) printer.say(`delete ${nameOf(document)}`);
  const { stdin } = surroundings;
  const isAsked = typed === undefined && stdin.isTTY === true;
  const answer = isAsked
    ? await ask(stdin, `Type ${count} to delete ${count} documents: `, { printer, signal })
    : typed;
  if (answer?.trim() === String(count)) return;
  throw wrongUsage(
    `${count} documents would be deleted. Nothing was changed: repeat the command with --prune-count ${count} if that is right.`,
  );
}

async function ask(
  input: Context['surroundings']['stdin'],
  question: string,
  { printer, signal }: Pick<Context, 'printer' | 'signal'>,
): Promise<string> {
  printer.say(question);
  const lines = createInterface({ input });
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
  }
}

/**
 * Deletes documents one after the other; what others use stays and is a failure. A rehearsal judges each document alone, so that one
 * which only others of them use is a failure, too.
 */
export async function deleteDocuments(
  { client, printer }: Pick<Context, 'client' | 'printer'>,
  documents: readonly Named[],
  isRehearsal = false,
): Promise<PruneResult[]> {
  const progress = printer.progress(isRehearsal ? 'Checking' : 'Deleting');
  const results: PruneResult[] = [];
  for (const document of documents) {
    results.push(await deleteOne(client(), document, isRehearsal));
    progress.update(results.length, documents.length);
  }
  progress.end();
  return results;
}

async function deleteOne(
  client: ReturnType<Context['client']>,
  document: Named,
  isRehearsal: boolean,
): Promise<PruneResult> {
  const { resource, id } = document;
  try {
    const query = { dryRun: isRehearsal ? 'true' : undefined };
    await client.request({ method: 'DELETE', path: apiPath`/api/${resource}/${id}`, query });
    return { ...document, status: 'deleted' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Another client was faster.
    if (error.status === 404) return { ...document, status: 'deleted' };
    return { ...document, status: 'failed', error: { code: error.code, message: error.message } };
  }
}
