import { getGitConnection } from '../../../commands/git/connection-request.ts';
import { deleteGitConnection, putGitConnection } from '../../../commands/git/put-git-connection.ts';
import { gitConnectionReadSchema, gitConnectionSchema } from '../../../domain/git/connection.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { parseObject } from '../../body/parse-document.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { presentGitConnection } from '../../present/git/git-connection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { awaitGitRun } from './await-run.ts';
import { requestOf, sharedBy } from './document-request.ts';
import type { DocumentRequest } from './document-request.ts';
import { differenceRoute, gitRunsRoute } from './git-difference.ts';
import { importRoute } from './git-import.ts';
import { pullRequestRoute, syncRoutes } from './git-sync.ts';

const answers = { 200: { description: 'The connection', schema: gitConnectionReadSchema } };

function getRoute(kind: DocumentKind): Route {
  const { title, tag, path, named } = sharedBy(kind);
  return defineRoute({
    method: 'GET',
    path,
    name: named('get'),
    summary: `Get the file in Git with which a ${title} is connected, and which side is newer`,
    tag,
    answers,
    handle: async (request: DocumentRequest) => {
      const { services } = request;
      const found = await getGitConnection(services.database.knex, requestOf(kind, request));
      return { status: 200, json: presentGitConnection(found) };
    },
  });
}

function putRoute(kind: DocumentKind): Route {
  const { title, tag, path, named, permission } = sharedBy(kind);
  return defineRoute({
    method: 'PUT',
    path,
    name: named('put'),
    takes: ['prefer'],
    sends: ['content-location', 'x-catalog-warnings'],
    refuses: ['already_exists', 'git_credential_missing'],
    summary: `Connect a ${title} with a file in Git; neither side is changed`,
    tag,
    permission,
    body: { schema: gitConnectionSchema },
    dryRun: true,
    answers: {
      ...answers,
      202: {
        description: 'Connected; the first look is still going on',
        schema: gitConnectionReadSchema,
      },
    },
    handle: async (request: DocumentRequest) => {
      const { document } = await parseObject(request.body);
      const asked = requestOf(kind, request);
      const started = await putGitConnection(request.services.database, { ...asked, document });
      const waiting = { ...started, kind, id: asked.id, purpose: 'connect' } as const;
      const { answer, workId } = awaitGitRun(request, waiting);
      const warnings = warnUnknown(gitConnectionSchema, document);
      // A dry run is rolled back: there is no run to wait for.
      if ((request.query as { dryRun?: boolean }).dryRun) return { status: 200 };
      return {
        workId,
        answer: async (services) => {
          const answered = await answer(services);
          const headers = { ...answered.headers, 'x-catalog-warnings': warnings };
          return { ...answered, headers };
        },
      };
    },
  });
}

function deleteRoute(kind: DocumentKind): Route {
  const { title, tag, path, named, permission } = sharedBy(kind);
  return defineRoute({
    method: 'DELETE',
    path,
    name: named('delete'),
    summary: `Disconnect a ${title} from its file in Git; both stay`,
    tag,
    permission,
    handle: async (request: DocumentRequest) => {
      await deleteGitConnection(request.services.database, requestOf(kind, request));
      return { status: 200 };
    },
  });
}

/** Files in Git of contracts and products. */
export const gitConnectionRoutes: readonly Route[] = [dataContract, dataProduct].flatMap((kind) => [
  importRoute(kind),
  getRoute(kind),
  putRoute(kind),
  deleteRoute(kind),
  ...syncRoutes(kind),
  pullRequestRoute(kind),
  differenceRoute(kind),
  gitRunsRoute(kind),
]);
