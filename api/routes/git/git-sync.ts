import { startGitRun } from '../../../commands/git/start-git-run.ts';
import { startPullRequest } from '../../../commands/git/start-pull-request.ts';
import type { GitAction } from '../../../db/tables/git/runs.ts';
import {
  gitConnectionReadSchema,
  gitPullRequestSchema,
  gitPullSchema,
  gitPushSchema,
} from '../../../domain/git/connection.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { PendingAnswer } from '../../exchange.ts';
import { gitRunSchema } from '../../present/git/git-connection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { awaitGitRun, startOrJoin } from './await-run.ts';
import { requestOf, sharedBy } from './document-request.ts';
import type { DocumentRequest, GitResource } from './document-request.ts';
import { runRefusals } from './run-refusals.ts';

const answers = {
  200: { description: 'The connection', schema: gitConnectionReadSchema },
  202: { description: 'Still going on; Location names the run', schema: gitRunSchema },
};

async function bodyOf({ body }: DocumentRequest): Promise<JsonObject> {
  return body.format === 'none' || body.text.trim() === ''
    ? {}
    : (await parseObject(body)).document;
}

type SyncAction = Exclude<GitAction, 'push-pr'>;
type Options = { commitMessage: string | null; replaces: string | null };

/** What each action reads from its body. */
const optionsOf: Record<SyncAction, (document: JsonObject) => Options> = {
  check: () => ({ commitMessage: null, replaces: null }),
  pull: pullOptions,
  push: pushOptions,
};

function pushOptions(document: JsonObject) {
  const { commitMessage, replaceRemoteHash } = assertValid(gitPushSchema, document, 'invalid_body');
  return { commitMessage: commitMessage ?? null, replaces: replaceRemoteHash ?? null };
}

function pullOptions(document: JsonObject) {
  const { replaceLocalHash } = assertValid(gitPullSchema, document, 'invalid_body');
  return { commitMessage: null, replaces: replaceLocalHash ?? null };
}

async function run(
  resource: GitResource,
  action: SyncAction,
  request: DocumentRequest,
): Promise<PendingAnswer> {
  const options = optionsOf[action](await bodyOf(request));
  const asked = { ...requestOf(resource, request), action, ...options };
  const started = await startOrJoin(request, () => startGitRun(request.services.database, asked));
  return awaitGitRun(request, { ...started, kind: asked.kind, id: asked.id, purpose: action });
}

async function propose(resource: GitResource, request: DocumentRequest): Promise<PendingAnswer> {
  const body = assertValid(gitPullRequestSchema, await bodyOf(request), 'invalid_body');
  const asked = { ...requestOf(resource, request), ...body };
  const { database } = request.services;
  const started = await startOrJoin(request, () => startPullRequest(database, asked));
  return awaitGitRun(request, { ...started, kind: asked.kind, id: asked.id, purpose: 'push-pr' });
}

/** The route that opens a pull request. */
export function pullRequestRoute(resource: GitResource): Route {
  const { what, tag, path, named, permission } = sharedBy(resource);
  return defineRoute({
    method: 'POST',
    path: `${path}/push-pr`,
    name: named('propose', 'as Git pull request'),
    takes: ['prefer'],
    sends: ['content-location', 'location'],
    refuses: runRefusals,
    summary: `Commit ${what} to a new branch of the repository, and open a pull request`,
    tag,
    permission,
    bounded: 'tests',
    body: { formats: ['json'], required: false, schema: gitPullRequestSchema },
    answers,
    handle: (request: DocumentRequest) => propose(resource, request),
  });
}

/** The routes that look at the file of a document, pull and push it. */
export function syncRoutes(resource: GitResource): Route[] {
  const { what, tag, path, named, permission } = sharedBy(resource);
  const summaries: Record<SyncAction, string> = {
    check: `Look at the file in Git of ${what}, and tell which side is newer`,
    pull: `Replace ${what} by its file in Git, unless both have changed`,
    push: `Commit ${what} to its file in Git, unless the file has changed`,
  };
  const schemas = { check: undefined, pull: gitPullSchema, push: gitPushSchema };
  return (['check', 'pull', 'push'] as const).map((action) => {
    const schema = schemas[action];
    return defineRoute({
      method: 'POST',
      path: `${path}/${action}`,
      name: named(action),
      takes: ['prefer'],
      sends: ['content-location', 'location'],
      refuses: runRefusals,
      summary: summaries[action],
      tag,
      permission,
      bounded: 'tests',
      body: { formats: ['json'], required: false, ...(schema && { schema }) },
      answers,
      handle: (request: DocumentRequest) => run(resource, action, request),
    });
  });
}
