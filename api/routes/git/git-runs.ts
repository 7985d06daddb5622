import { cancelGitRun, getGitRun } from '../../../commands/git/cancel-git-run.ts';
import { transact } from '../../../db/transact.ts';
import { gitRunSchema, presentGitRun } from '../../present/git/git-connection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const answers = { 200: { description: 'The run', schema: gitRunSchema } };

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/git-runs/:id',
  name: 'getGitRun',
  summary: 'Get a pull, push or look with its log',
  tag: 'git',
  answers,
  handle: async ({ params: { id }, principal, services }) => {
    const run = await getGitRun(services.database.knex, principal.organizationId, id);
    return { status: 200, json: presentGitRun(run) };
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: '/api/git-runs/:id/cancel',
  name: 'cancelGitRun',
  summary: 'Cancel a pull, push or look; an ended run stays',
  tag: 'git',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  body: { formats: ['json', 'yaml'], required: false },
  answers,
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    await transact(services.database, (tx) => cancelGitRun(tx, { id, principal, requestId, now }));
    const run = await getGitRun(services.database.knex, principal.organizationId, id);
    return { status: 200, json: presentGitRun(run) };
  },
});

/** Runs of connections with Git. */
export const gitRunRoutes: readonly Route[] = [getRoute, cancelRoute];
