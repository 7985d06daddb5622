import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { getGitCredential } from '../../../commands/git/credentials/credential-request.ts';
import { deleteGitCredential } from '../../../commands/git/credentials/delete-git-credential.ts';
import {
  createGitCredential,
  updateGitCredential,
} from '../../../commands/git/credentials/write-git-credential.ts';
import { getTeamPath } from '../../../commands/teams/get-team-path.ts';
import { listGitCredentials } from '../../../db/tables/git/credentials.ts';
import type { GitCredential } from '../../../db/tables/git/credentials.ts';
import {
  gitCredentialCreateSchema,
  gitCredentialReadSchema,
  gitCredentialUpdateSchema,
} from '../../../domain/git/credential.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { ApiRequest } from '../../exchange.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import type { Route } from '../../route.ts';

type Shown = Static<typeof gitCredentialReadSchema>;

function present(credential: GitCredential): Shown {
  const { id, externalId, type: gitConnectionType, host, tokenType } = credential;
  const { tokenName, username, appId, installationId, knownHosts } = credential;
  const { createdAt, createdBy, updatedAt, updatedBy } = credential;
  return {
    id,
    externalId,
    gitConnectionType,
    host,
    tokenType,
    ...(tokenName !== null && { tokenName }),
    ...(username !== null && { username }),
    ...(appId !== null && { appId }),
    ...(installationId !== null && { installationId }),
    ...(knownHosts !== null && { knownHosts }),
    createdAt: createdAt.toISOString(),
    createdBy,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  };
}

type Request = Pick<ApiRequest<object, object>, 'principal' | 'requestId' | 'now' | 'services'> & {
  params: { id?: string; gitCredentialId?: string };
};

/** The owner of the credentials: the team of the path, or the organization. */
function ownerOf({ params, principal, requestId, now }: Request) {
  const teamId = params.id === undefined ? null : checkDocumentId(params.id);
  return { teamId, principal, requestId, now };
}

const idOf = ({ params: { gitCredentialId = '' } }: Request): string => gitCredentialId;

async function list(request: Request) {
  const { services, principal } = request;
  const { teamId } = ownerOf(request);
  const { organizationId } = principal;
  const { knex } = services.database;
  if (teamId !== null) await getTeamPath(knex, organizationId, teamId);
  const found = await listGitCredentials(knex, organizationId, teamId);
  return { status: 200, json: found.map(present) };
}

async function get(request: Request) {
  const { services, principal } = request;
  const { teamId } = ownerOf(request);
  const { knex } = services.database;
  if (teamId !== null) await getTeamPath(knex, principal.organizationId, teamId);
  return {
    status: 200,
    json: present(await getGitCredential(knex, ownerOf(request), idOf(request))),
  };
}

async function create(request: Request & Pick<ApiRequest<object, object>, 'body'>) {
  const { document } = await parseObject(request.body);
  const { database, settings } = request.services;
  const write = { ...ownerOf(request), document, secretKey: settings.secretKey };
  const json = present(await createGitCredential(database, write));
  const base =
    write.teamId === null ? '/api/organization' : `/api/teams/${encodeURIComponent(write.teamId)}`;
  const headers = {
    location: `${base}/gitcredentials/${json.id}`,
    'x-catalog-warnings': warnUnknown(gitCredentialCreateSchema, document),
  };
  return { status: 201, headers, json };
}

async function update(request: Request & Pick<ApiRequest<object, object>, 'body'>) {
  const { document } = await parseObject(request.body);
  const { database, settings } = request.services;
  const write = { ...ownerOf(request), document, secretKey: settings.secretKey };
  const json = present(await updateGitCredential(database, idOf(request), write));
  const warnings = warnUnknown(gitCredentialUpdateSchema, document);
  return { status: 200, headers: { 'x-catalog-warnings': warnings }, json };
}

async function remove(request: Request) {
  await deleteGitCredential(request.services.database, idOf(request), ownerOf(request));
  return { status: 204 };
}

const shared = { noun: 'Git credential', schema: gitCredentialReadSchema };
const writes = {
  sends: ['x-catalog-warnings'],
  refuses: ['already_exists', 'secret_key_missing'],
} as const;
const created = { 201: { description: 'The credential', schema: gitCredentialReadSchema } };
const updated = { 200: { description: 'The credential', schema: gitCredentialReadSchema } };
const deleted = { 204: { description: 'Deleted' } };

const ofTeam = { permission: { actions: ['TEAM_EDIT'], on: 'owner' } } as const;

const teamRoutes = collection(
  {
    ...shared,
    path: '/api/teams/:id/gitcredentials/:gitCredentialId',
    named: 'team Git credential',
    tag: 'teams',
  },
  {
    list: {
      summary: 'List the Git credentials of a team, oldest first, without their tokens',
      query: Type.Object({}),
      handle: list,
    },
    create: {
      ...ofTeam,
      ...writes,
      sends: ['location', 'x-catalog-warnings'],
      refuses: [...writes.refuses, 'limit_reached'],
      summary: 'Create a Git credential of a team; its token is sealed and never shown',
      body: { schema: gitCredentialCreateSchema },
      answers: created,
      handle: create,
    },
    get: { summary: 'Get a Git credential of a team, without its token', handle: get },
    put: {
      ...ofTeam,
      ...writes,
      summary: 'Replace a Git credential of a team; without a token the stored token stays',
      body: { schema: gitCredentialUpdateSchema },
      answers: updated,
      handle: update,
    },
    delete: {
      ...ofTeam,
      summary: 'Delete a Git credential of a team with its token',
      answers: deleted,
      handle: remove,
    },
  },
);

const organizationRoutes = collection(
  {
    ...shared,
    path: '/api/organization/gitcredentials/:gitCredentialId',
    named: 'organization Git credential',
    tag: 'organization',
    permission: 'organization',
  },
  {
    list: {
      summary:
        'List the Git credentials that every team may use, oldest first, without their tokens',
      query: Type.Object({}),
      handle: list,
    },
    create: {
      ...writes,
      sends: ['location', 'x-catalog-warnings'],
      refuses: [...writes.refuses, 'limit_reached'],
      summary:
        'Create a Git credential that every team may use; its token is sealed and never shown',
      body: { schema: gitCredentialCreateSchema },
      answers: created,
      handle: create,
    },
    get: { summary: 'Get a Git credential of the organization, without its token', handle: get },
    put: {
      ...writes,
      summary:
        'Replace a Git credential of the organization; without a token the stored token stays',
      body: { schema: gitCredentialUpdateSchema },
      answers: updated,
      handle: update,
    },
    delete: {
      summary: 'Delete a Git credential of the organization with its token',
      answers: deleted,
      handle: remove,
    },
  },
);

/** Git credentials of teams and of the organization. */
export const gitCredentialRoutes: readonly Route[] = [...teamRoutes, ...organizationRoutes];
