import type { Command, Context, Given } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failure.ts';
import { nameOf } from '../files/local-document.ts';
import type { Answer } from '../output/answer.ts';
import { counted } from '../output/counted.ts';
import { compareFolder, describeDifference } from './compare-folder.ts';
import type { Difference } from './compare-folder.ts';
import {
  folderArguments,
  folderDetails,
  folderOptions,
  readGivenFolder,
} from './folder-options.ts';
import { describeResult, importLocal } from './import-documents.ts';
import type { DocumentResult } from './import-documents.ts';
import { paintDiff } from './paint-diff.ts';
import { confirmPrune, deleteDocuments, listPrunable } from './prune.ts';
import type { PruneResult } from './prune.ts';

/** `concordat apply`: only documents that differ are sent, so that a second run sends nothing. */
export const apply: Command = {
  name: 'apply',
  summary: 'Make the catalog hold the documents of files',
  details: `${folderDetails} Run the command again after it broke off: it continues with what is missing.

--prune also deletes documents of the same kinds that no file has, unless a document was refused; --prune-count names their number in a pipeline, which cannot answer a question.`,
  arguments: folderArguments,
  options: [
    ...folderOptions,
    {
      flags: '--dry-run',
      help: 'show differences and what the server would refuse; store nothing',
    },
    { flags: '--owner-team <id>', help: 'team that owns contracts that name no owner' },
    { flags: '--prune', help: 'delete documents of these kinds that no file has' },
    { flags: '--prune-team <id>', help: 'prune only documents that this team owns' },
    { flags: '--prune-count <number>', help: 'number of documents that --prune may delete' },
  ],
  examples: [
    'concordat apply -f catalog',
    'concordat apply -f catalog --dry-run',
    'concordat apply -f catalog --prune --prune-team checkout --prune-count 2',
  ],
  run: async (given, context) => {
    const { texts, flags } = given;
    if (!flags['prune'] && (texts['prune-team'] ?? texts['prune-count']) !== undefined)
      throw wrongUsage('--prune-team and --prune-count belong to --prune.');
    const begun = performance.now();
    const documents = readGivenFolder(given, context);
    const { differences, others } = await compareFolder(context, documents);
    const different = differences.filter(({ state }) => state !== 'unchanged');
    const prunable = flags['prune'] ? await listPrunable(context, others, texts['prune-team']) : [];
    if (flags['dry-run']) return rehearse(given, context, { documents, different, prunable });
    await confirmPrune(context, prunable, texts['prune-count']);
    const options = { ownerTeamId: texts['owner-team'] };
    const results = await importLocal(
      context,
      different.map(({ local }) => local),
      options,
    );
    const isComplete = results.every(({ status }) => status !== 'failed');
    const pruned = isComplete ? await deleteDocuments(context, prunable) : [];
    return toAnswer(context, { documents, results, pruned, begun });
  },
};

type Plan = {
  documents: readonly unknown[];
  different: readonly Difference[];
  prunable: Awaited<ReturnType<typeof listPrunable>>;
};

async function rehearse(
  { texts }: Given,
  context: Context,
  { documents, different, prunable }: Plan,
): Promise<Answer> {
  const locals = different.map(({ local }) => local);
  const options = { dryRun: true, ownerTeamId: texts['owner-team'] };
  const results = await importLocal(context, locals, options);
  const pruned = (await deleteDocuments(context, prunable, true)).map(describeRehearsed);
  const answer = toAnswer(context, { documents, results, pruned, begun: undefined });
  const diffs = different.map(describeDifference).filter((text) => text !== '');
  const named = different.map(({ local }, index) => ({ name: nameOf(local), diff: diffs[index] }));
  return {
    ...answer,
    value: { ...(answer.value as object), dryRun: true, diffs: named },
    text: [...diffs.map((text) => paintDiff(context.printer, text)), inFuture(answer.text)].join(
      '\n',
    ),
    note: `Dry run, nothing was stored. ${answer.note}`,
  };
}

/** What a rehearsal would do has not been done. */
function inFuture(text = ''): string {
  return text.replaceAll(/^(create|update|delete)d /gm, '$1 ');
}

type Outcome = {
  documents: readonly unknown[];
  results: readonly DocumentResult[];
  pruned: readonly PruneResult[];
  begun: number | undefined;
};

function toAnswer({ printer }: Context, { documents, results, pruned, begun }: Outcome): Answer {
  const count = (status: string): number =>
    [...results, ...pruned].filter((result) => result.status === status).length;
  const [created, updated, failed, deleted] = ['created', 'updated', 'failed', 'deleted'].map(
    count,
  );
  const unchanged = documents.length - results.length + count('unchanged');
  const counts = { documents: documents.length, created, updated, unchanged, deleted, failed };
  const changed = results.filter(({ status, warning }) => status !== 'unchanged' || warning);
  const lines = [...changed.map(describeResult), ...pruned.map(describePruned)].map((line) =>
    line.startsWith('failed') ? printer.paint(line, 'red') : line,
  );
  const seconds =
    begun === undefined ? '' : ` in ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  return {
    value: { ...counts, results: [...results, ...pruned] },
    text: lines.join('\n'),
    note: `${counted(documents.length, 'document')}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted, ${failed} failed${seconds}.`,
    code: failed === 0 ? exitCodes.done : exitCodes.failed,
  };
}

/** A document in use now may be free by the time, because its users are deleted or changed before. */
function describeRehearsed({ error, ...result }: PruneResult): PruneResult {
  if (error === undefined) return result;
  const message = `refused as things are: ${error.message}`;
  return { ...result, status: 'deleted', error: { ...error, message } };
}

function describePruned({ status, error, ...document }: PruneResult): string {
  const reason = error === undefined ? '' : `: ${error.message}`;
  return `${status} ${nameOf(document)}${reason}`;
}
