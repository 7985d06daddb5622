import { Type } from '@sinclair/typebox';
import { cancelGitImport, getGitImport } from '../../../commands/git/imports/read-import.ts';
import { startImport } from '../../../commands/git/imports/start-import.ts';
import type { Db } from '../../../db/connect.ts';
import { countImportFiles, listImportFiles } from '../../../db/tables/git/imports.ts';
import { transact } from '../../../db/transact.ts';
import { fileVerdicts, gitImportsSchema, readGitImports } from '../../../domain/git/import.ts';
import type { FileVerdict } from '../../../domain/git/import.ts';
import { documentKinds, kindNamed } from '../../../domain/kinds/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { parseObject } from '../../body/parse-document.ts';
import { cutPage } from '../../http/paging/paging.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import {
  gitImportFileSchema,
  gitImportReadSchema,
  presentGitImport,
  presentImportFile,
} from '../../present/git/git-import.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { awaitImport, startOrJoinImport } from './await-import.ts';

const tag = 'git';
const answers = { 200: { description: 'The import', schema: gitImportReadSchema } };

/** The import with the numbers of its files. */
async function showImport(db: Db, principal: Principal, id: string) {
  const found = await getGitImport(db, principal, id);
  const { organizationId } = principal;
  return presentGitImport(found, await countImportFiles(db, { organizationId, id }));
}

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/git-imports',
  name: 'importGitFiles',
  takes: ['prefer'],
  sends: ['location', 'x-catalog-warnings'],
  refuses: ['git_credential_missing', 'not_found'],
  summary:
    'Import files of a Git repository as new documents, or judge them; each is connected with its document, and has a verdict of its own',
  tag,
  permission: { actions: ['RESOURCES_ADD'], on: 'owner' },
  bounded: 'tests',
  body: { schema: gitImportsSchema },
  answers: {
    200: { description: 'The import has ended', schema: gitImportReadSchema },
    202: { description: 'Still going on; Location names the import', schema: gitImportReadSchema },
  },
  handle: async (request) => {
    const { principal, requestId, now, services } = request;
    const { document } = await parseObject(request.body);
    const { resource, preview, ...target } = readGitImports(document);
    const kind = kindNamed(
      documentKinds.find(({ collection }) => collection === resource)?.name ?? '',
    );
    const asked = { kind, target, preview, single: false, principal, requestId, now };
    const started = await startOrJoinImport(request, () => startImport(services.database, asked));
    const warnings = warnUnknown(gitImportsSchema, document);
    return awaitImport(request, started, async ({ database: { knex } }) => {
      const json = await showImport(knex, principal, started.importId);
      const location = `/api/git-imports/${started.importId}`;
      const headers = { location, 'x-catalog-warnings': warnings };
      return { status: json.outcome === null ? 202 : 200, headers, json };
    });
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/git-imports/:id',
  name: 'getGitImport',
  summary: 'Get an import of files in Git; for its requester and for keys of the organization',
  tag,
  answers,
  handle: async ({ params: { id }, principal, services }) => ({
    status: 200,
    json: await showImport(services.database.knex, principal, id),
  }),
});

const filesQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Entries per page',
  }),
  after: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Path of the last entry of the previous page' }),
  ),
  verdict: Type.Optional(
    Type.Unsafe<FileVerdict>({
      type: 'string',
      enum: [...fileVerdicts],
      description: 'Only files with this verdict',
    }),
  ),
});

const filesRoute = defineRoute({
  method: 'GET',
  path: '/api/git-imports/:id/files',
  name: 'listGitImportFiles',
  sends: ['link'],
  summary: 'List the files of an import with their verdicts, by path',
  tag,
  query: filesQuery,
  answers: { 200: { description: 'The files', schema: Type.Array(gitImportFileSchema) } },
  handle: async ({ params, query, url, principal, services }) => {
    const { knex } = services.database;
    const { id } = await getGitImport(knex, principal, params.id);
    const { organizationId } = principal;
    const page = { ...query, limit: query.limit + 1 };
    const files = await listImportFiles(knex, { organizationId, id }, page);
    const { shown, link } = cutPage(
      files,
      { url, query: { size: query.limit } },
      ({ path }) => path,
    );
    return { status: 200, headers: { link }, json: shown.map(presentImportFile) };
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: '/api/git-imports/:id/cancel',
  name: 'cancelGitImport',
  summary: 'Cancel an import; imported documents stay',
  tag,
  permission: 'write',
  body: { formats: ['json', 'yaml'], required: false },
  answers,
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    const asked = { id, principal, requestId, now };
    await transact(services.database, (tx) => cancelGitImport(tx, asked));
    return { status: 200, json: await showImport(services.database.knex, principal, id) };
  },
});

/** Imports of many files in Git. */
export const gitImportRoutes: readonly Route[] = [createRoute, getRoute, filesRoute, cancelRoute];
