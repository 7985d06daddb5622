import { Type } from '@sinclair/typebox';
import { deleteApiKey } from '../../../commands/keys/delete-api-key.ts';
import { issueApiKey } from '../../../commands/keys/issue-api-key.ts';
import { listApiKeyPage } from '../../../db/tables/organizations/listed-api-keys.ts';
import { refuse } from '../../../domain/errors.ts';
import { apiKeyStates, dayOf } from '../../../domain/organizations/api-key-rules.ts';
import type { ApiKeyState } from '../../../domain/organizations/api-key-rules.ts';
import { keyScopes } from '../../../domain/principal.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { presentApiKeys } from '../../present/api-key.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import {
  apiKeyCreatedSchema,
  apiKeySchema,
  apiKeyRequestSchema,
} from '../../schemas/organization/api-keys.ts';
import { warnIgnored } from '../../http/warn-unknown.ts';

const listQuery = Type.Object({
  ...pagingQuery,
  teamId: Type.Optional(Type.String({ description: 'Only keys of this team' })),
  email: Type.Optional(
    Type.String({ maxLength: 254, description: 'Only keys of the person with this address' }),
  ),
  scope: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: [...keyScopes],
      description: 'Only keys with this scope',
    }),
  ),
  state: Type.Optional(
    Type.Unsafe<ApiKeyState>({
      type: 'string',
      enum: [...apiKeyStates],
      description: 'Only keys in this state',
    }),
  ),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name' })),
});

/** Creation, lists and revocation of API keys. */
export const apiKeyRoutes: readonly Route[] = collection(
  {
    path: '/api/api-keys/:id',
    noun: 'key',
    named: 'API key',
    tag: 'api keys',
    permission: 'organization',
    listed: apiKeySchema,
  },
  {
    create: {
      sends: ['location', 'x-catalog-warnings'],
      refuses: ['limit_reached', 'unknown_reference'],
      summary: 'Create an API key; its text is shown only once',
      shownOnce: true,
      body: { schema: apiKeyRequestSchema },
      answers: { 201: { description: 'The key', schema: apiKeyCreatedSchema } },
      handle: async ({ body, principal, requestId, now, services }) => {
        const { document } = await parseObject(body);
        const { scope, ...requested } = assertValid(apiKeyRequestSchema, document, 'bad_request');
        const displayName = requested.displayName ?? `${scope} key`;
        const { id, text } = await issueApiKey(services.database, {
          organizationId: principal.organizationId,
          scope,
          displayName,
          teamId: requested.teamId ?? undefined,
          email: requested.email ?? undefined,
          expiresOn: requested.expiresAt ?? undefined,
          createdBy: principal.name,
          requestId,
          isRequest: true,
          now,
        });
        const json = {
          organizationApiKeyId: id,
          displayName,
          key: text,
          scope,
          teamId: requested.teamId ?? null,
          email: requested.email ?? null,
          expiresAt: requested.expiresAt ?? null,
        };
        // The answer contains a secret, so no cache may store it.
        const headers = {
          location: `/api/api-keys/${id}`,
          'cache-control': 'no-store',
          'x-catalog-warnings': warnIgnored(apiKeyRequestSchema, document),
        };
        return { status: 201, headers, json };
      },
    },
    list: {
      summary:
        'List the API keys, oldest first, without their secrets, with names and use; in any state, of all teams and people unless filtered',
      query: listQuery,
      handle: async ({ query, principal, url, now, services }) => {
        const page = readPage(query);
        if (page.after !== undefined && !isUuid(page.after)) {
          refuse('bad_request', `after=${page.after} is no id of a key; those are UUIDs.`);
        }
        const { knex } = services.database;
        const { organizationId } = principal;
        const { teamId, scope, state, q: name, email } = query;
        const found = { teamId, scope, state, name, email: email?.toLowerCase() };
        const filter = { ...found, today: dayOf(now) };
        const rows = await listApiKeyPage(knex, organizationId, filter, page);
        const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
        const json = await presentApiKeys(knex, organizationId, shown, now);
        return { status: 200, headers: { link }, json };
      },
    },
    delete: {
      summary: 'Revoke an API key; requests with it are refused from now on',
      permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
      answers: { 204: { description: 'Ended' } },
      handle: async ({ params: { id }, principal, requestId, now, services }) => {
        await deleteApiKey(services.database, { id, principal, requestId, now });
        return { status: 204 };
      },
    },
  },
);
