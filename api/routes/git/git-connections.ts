import { getGitConnection } from '../../../commands/git/connection-request.ts';
import { deleteGitConnection, putGitConnection } from '../../../commands/git/put-git-connection.ts';
import { gitConnectionReadSchema, gitConnectionSchema } from '../../../domain/git/connection.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { parseObject } from '../../body/parse-document.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { presentGitConnection } from '../../present/git/git-connection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { awaitGitRun } from './await-run.ts';
import { documentResource, ontologyResource, requestOf, sharedBy } from './document-request.ts';
import type { DocumentRequest, GitResource } from './document-request.ts';
import { differenceRoute, gitRunsRoute } from './git-difference.ts';
import { importRoute } from './git-import.ts';
import { pullRequestRoute, syncRoutes } from './git-sync.ts';

const answers = { 200: { description: 'The connection', schema: gitConnectionReadSchema } };

function getRoute(resource: GitResource): Route {
  const { what, tag, path, named } = sharedBy(resource);
  return defineRoute({
    method: 'GET',
    path,
    name: named('get'),
    summary: `Get the file in Git with which ${what} is connected, and which side is newer`,
    tag,
    answers,
    handle: async (request: DocumentRequest) => {
      const { services } = request;
      const found = await getGitConnection(services.database.knex, requestOf(resource, request));
      return { status: 200, json: presentGitConnection(found) };
    },
  });
}

function putRoute(resource: GitResource): Route {
  const { what, tag, path, named, permission } = sharedBy(resource);
  return defineRoute({
    method: 'PUT',
    path,
    name: named('put'),
    takes: ['prefer'],
    sends: ['content-location', 'x-catalog-warnings'],
    refuses: ['already_exists', 'git_credential_missing'],
    summary: `Connect ${what} with a file in Git; neither side is changed`,
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
      const asked = requestOf(resource, request);
      const started = await putGitConnection(request.services.database, { ...asked, document });
      const { kind, id } = asked;
      const waiting = { ...started, kind, id, purpose: 'connect' } as const;
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

function deleteRoute(resource: GitResource): Route {
  const { what, tag, path, named, permission } = sharedBy(resource);
  return defineRoute({
    method: 'DELETE',
    path,
    name: named('delete'),
    summary: `Disconnect ${what} from its file in Git; both stay`,
    tag,
    permission,
    handle: async (request: DocumentRequest) => {
      await deleteGitConnection(request.services.database, requestOf(resource, request));
      return { status: 200 };
    },
  });
}

const routesOf = (resource: GitResource): Route[] => [
  getRoute(resource),
  putRoute(resource),
  deleteRoute(resource),
  ...syncRoutes(resource),
  pullRequestRoute(resource),
  differenceRoute(resource),
  gitRunsRoute(resource),
];

/** Files in Git of contracts, products and ontologies. */
export const gitConnectionRoutes: readonly Route[] = [
  ...[dataContract, dataProduct].flatMap((kind) => [
    importRoute(kind),
    ...routesOf(documentResource(kind)),
  ]),
  ...routesOf(ontologyResource),
];
