import type { TestApi } from '../http/api.ts';

/** An import whose id tests know. */
export const knownImport = '01980000-0000-7000-8000-00000000a11d';

/** Stores an import of Git that ended before a file was judged. */
export async function storeGitImport({
  database: { knex },
  organizationId,
}: TestApi): Promise<void> {
  const target = { repository_url: 'https://git.example.com/shop.git', branch: 'main' };
  await knex('git_imports').insert({
    organization_id: organizationId,
    id: knownImport,
    work_id: knownImport,
    kind: 'data-contract',
    single: false,
    preview: true,
    credential_id: knownImport,
    named: false,
    type: 'gitea',
    host: 'git.example.com',
    ...target,
    path: 'contracts/**/*.odcs.yaml',
    principal: 'user:owner@example.com',
    phase: 'ended',
    requested_at: new Date(),
    ended_at: new Date(),
    outcome: 'CANCELLED',
  });
}
