import { Type } from '@sinclair/typebox';
import { findPrincipal } from '../../commands/keys/key-principal.ts';
import { endGitImport } from '../../commands/git/imports/read-import.ts';
import { openGitCredentialById } from '../../commands/git/resolve-credential.ts';
import { useRepository } from '../../connectors/git/repository.ts';
import type { Repository } from '../../connectors/git/repository.ts';
import {
  countImportFiles,
  findGitImport,
  listImportFiles,
  updateImportProgress,
} from '../../db/tables/git/imports.ts';
import type { GitImport } from '../../db/tables/git/imports.ts';
import type { GitEnd, GitPhase } from '../../db/tables/git/progress.ts';
import { refuse } from '../../domain/errors.ts';
import { fileVerdicts, maxImportedFiles } from '../../domain/git/import.ts';
import { matchesPath } from '../../domain/git/path-pattern.ts';
import { readRepositoryAddress } from '../../domain/git/repository.ts';
import { defineJob } from '../define-job.ts';
import type { ClosingWrite } from '../define-job.ts';
import { throwDeleted } from '../subject-deleted.ts';
import { failureOf } from './failures.ts';
import { importFile } from './import-file.ts';
import type { Importing } from './import-file.ts';
import { endMessageOf, organizationOf } from './run-end.ts';

const nothing: ClosingWrite = () => Promise.resolve();

/** Files between two lines of the log. */
const logEvery = 500;

/**
 * Imports files as new documents, each with its connection and its verdict in one transaction, so that a retry after the death of
 * a worker goes on with the next file. A preview does the same and rolls each document back.
 */
export const importFiles = defineJob({
  kind: 'git',
  name: 'import-files',
  payload: Type.Object({ importId: Type.String() }),
  run: async (context, { importId: id }) => {
    const organizationId = organizationOf(context.work.organizationId);
    const { knex } = context.database;
    const asked =
      (await findGitImport(knex, { organizationId, id })) ??
      throwDeleted('The import was deleted.');
    if (asked.outcome !== null) return nothing;
    const end = await importAll({ context, organizationId, asked }).catch((error: unknown) => {
      const failure = failureOf(error);
      if (failure === undefined || context.signal.aborted) throw error;
      const { code, message } = failure;
      return { outcome: 'FAILED', code, message } as const;
    });
    return (tx) => endGitImport(tx, { organizationId, id }, { ...end, now: context.clock.now() });
  },
  giveUp: async (tx, { work, payload: { importId: id }, now }, reason) => {
    const organizationId = organizationOf(work.organizationId);
    await endGitImport(tx, { organizationId, id }, { ...endMessageOf(reason), now });
  },
});

type Run = Pick<Importing, 'context' | 'organizationId' | 'asked'>;

async function importAll(run: Run): Promise<GitEnd> {
  const { context, organizationId, asked } = run;
  const { database, settings, signal } = context;
  const { branch, host, credentialId } = asked;
  await note(run, 'fetching', `Fetching the newest commit of branch '${branch}' from ${host}.`);
  const now = context.clock.now();
  const principal =
    (await findPrincipal(database.knex, organizationId, asked.principal, now)) ??
    refuse('permission_denied', 'The key that requested the import was revoked.');
  const address = readRepositoryAddress(asked.repositoryUrl);
  if (typeof address === 'string')
    return refuse('git_refused', `The address of the repository ${address}.`);
  const key = { organizationId, id: credentialId };
  const keys = settings.secretKey;
  const signIn = await openGitCredentialById(database.knex, key, { address, keys });
  const { allowedHosts } = settings.sourceAccess;
  return useRepository({ address, branch, signIn, allowedHosts, signal }, (repository) =>
    importListed({ ...run, principal, address, repository, ids: new Set() }),
  );
}

async function importListed(importing: Importing): Promise<GitEnd> {
  const { context, asked, repository } = importing;
  const wanted = await listWanted(asked, repository);
  const known = await listKnown(importing);
  await note(
    importing,
    'storing',
    `Read commit ${repository.head?.slice(0, 10)}: ${wanted.length} files.`,
  );
  for (const [index, listed] of wanted.entries()) {
    context.signal.throwIfAborted();
    if (!known.has(listed.path)) await importFile(importing, listed);
    const done = index + 1;
    if (done % logEvery === 0) await note(importing, 'storing', `${done} files are judged.`);
  }
  return endOf(importing);
}

/** The files to import. Refuses with `git_refused` if there are none, or too many. */
async function listWanted({ path, branch, single }: GitImport, repository: Repository) {
  const isWanted = (each: string): boolean => (single ? each === path : matchesPath(path, each));
  const wanted = await repository.list(isWanted);
  if (wanted.length === 0) {
    const what = single ? `There is no file '${path}'` : `No file matches '${path}'`;
    refuse('git_refused', `${what} on branch '${branch}'.`);
  }
  if (wanted.length > maxImportedFiles) {
    refuse(
      'git_refused',
      `'${path}' matches ${wanted.length} files; an import reads at most ${maxImportedFiles}: name a narrower pattern.`,
    );
  }
  return wanted;
}

async function listKnown({ context, organizationId, asked, ids }: Importing): Promise<Set<string>> {
  const key = { organizationId, id: asked.id };
  const page = { limit: maxImportedFiles };
  const judged = await listImportFiles(context.database.knex, key, page);
  for (const { verdict, documentId } of judged) {
    if (documentId !== null && verdict !== 'REFUSED') ids.add(documentId);
  }
  return new Set(judged.map(({ path }) => path));
}

async function endOf({ context, organizationId, asked, repository }: Importing): Promise<GitEnd> {
  const key = { organizationId, id: asked.id };
  const { knex } = context.database;
  const commit = repository.head;
  if (asked.single) {
    const [file] = await listImportFiles(knex, key, { limit: 1 });
    if (file && file.verdict !== 'IMPORTED') {
      const code = file.code ?? 'already_exists';
      return { outcome: 'FAILED', code, message: file.message ?? 'The file was refused.', commit };
    }
  }
  const counts = await countImportFiles(knex, key);
  const listed = fileVerdicts.flatMap((verdict) =>
    counts[verdict] === undefined ? [] : [`${counts[verdict]} ${verdict}`],
  );
  return { outcome: 'SUCCESS', message: `Files by verdict: ${listed.join(', ')}.`, commit };
}

async function note(
  { context, organizationId, asked }: Run,
  phase: GitPhase,
  message: string,
): Promise<void> {
  const line = { at: context.clock.now().toISOString(), level: 'info', message } as const;
  const key = { organizationId, id: asked.id };
  await context.fenced((tx) => updateImportProgress(tx, key, phase, line));
}
