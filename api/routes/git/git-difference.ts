import { Type } from '@sinclair/typebox';
import { getEditable, getGitConnection } from '../../../commands/git/connection-request.ts';
import { readDifference } from '../../../commands/git/read-difference.ts';
import { listGitRuns } from '../../../db/tables/git/runs.ts';
import { cutPage, readUuidKey } from '../../http/paging/paging.ts';
import { gitRunSchema, presentGitRun } from '../../present/git/git-connection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { requestOf, sharedBy } from './document-request.ts';
import type { GitResource } from './document-request.ts';

const differenceSchema = Type.Object(
  {
    localHash: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Hash of the content of the document; null for a namespace without an ontology',
    }),
    localText: Type.String({ description: 'The document as a file' }),
    remoteHash: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Git hash of the file',
    }),
    remoteText: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Text of the file at the last look; null unless it has changed',
    }),
  },
  { $id: 'GitDifference' },
);

/** Reads both texts of a document that has changed on both sides. */
export function differenceRoute(resource: GitResource): Route {
  const { what, tag, path, named } = sharedBy(resource);
  return defineRoute({
    method: 'GET',
    path: `${path}/difference`,
    name: named('get', 'Git difference'),
    summary: `Get the texts of ${what} and its file in Git; for keys that may edit it`,
    tag,
    refuses: ['permission_denied'],
    longTexts: true,
    answers: { 200: { description: 'Both texts', schema: differenceSchema } },
    handle: async (request) => {
      const { knex } = request.services.database;
      const asked = requestOf(resource, request);
      await getEditable(knex, asked);
      return { status: 200, json: await readDifference(knex, asked) };
    },
  });
}

const runsQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'Entries per page',
  }),
  after: Type.Optional(Type.String({ description: 'Id of the last entry of the previous page' })),
});

/** Lists what was done with the file of a document. */
export function gitRunsRoute(resource: GitResource): Route {
  const { what, tag, path, named } = sharedBy(resource);
  return defineRoute({
    method: 'GET',
    path: `${path}/runs`,
    name: named('list', 'Git runs'),
    sends: ['link'],
    summary: `List the pulls, pushes and looks of ${what}, newest first`,
    tag,
    query: runsQuery,
    answers: { 200: { description: 'The runs', schema: Type.Array(gitRunSchema) } },
    handle: async (request) => {
      const { query, url, services, principal } = request;
      const { knex } = services.database;
      const { organizationId } = principal;
      const { id } = await getGitConnection(knex, requestOf(resource, request));
      const after = readUuidKey(query.after);
      const runs = await listGitRuns(
        knex,
        { organizationId, id },
        { after, limit: query.limit + 1 },
      );
      const page = { url, query: { size: query.limit } };
      const { shown, link } = cutPage(runs, page, (run) => run.id);
      return { status: 200, headers: { link }, json: shown.map(presentGitRun) };
    },
  });
}
