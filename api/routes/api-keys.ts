import { Type } from '@sinclair/typebox';
import { deleteApiKey } from '../../commands/keys/delete-api-key.ts';
import { issueApiKey } from '../../commands/keys/issue-api-key.ts';
import { listApiKeyPage } from '../../db/tables/api-keys.ts';
import { apiKeyState } from '../../domain/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { assertValid } from '../../domain/validation.ts';
import { isUuid } from '../../lib/ids.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { apiKeyCreatedSchema, apiKeySchema, apiKeyWishSchema } from '../schemas/api-keys.ts';
import { warnIgnored } from '../warn-unknown.ts';

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Make an API key, whose text is shown only this once',
  tag: 'api keys',
  access: 'key',
  permission: 'organization',
  shownOnce: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: { formats: ['json'], schema: apiKeyWishSchema, required: true },
  answers: { 201: { description: 'The key', schema: apiKeyCreatedSchema } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const { scope, ...wish } = assertValid(apiKeyWishSchema, document, 'bad_request');
    const displayName = wish.displayName ?? `${scope} key`;
    const { id, text } = await issueApiKey(services.database, {
      organizationId: principal.organizationId,
      scope,
      displayName,
      teamId: wish.teamId ?? undefined,
      email: wish.email ?? undefined,
      expiresOn: wish.expiresAt ?? undefined,
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
      teamId: wish.teamId ?? null,
      email: wish.email ?? null,
      expiresAt: wish.expiresAt ?? null,
    };
    // What shows a secret stays in no cache between.
    const headers = {
      location: `/api/api-keys/${id}`,
      'cache-control': 'no-store',
      'x-catalog-warnings': warnIgnored(apiKeyWishSchema, document),
    };
    return { status: 201, headers, json };
  },
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/api-keys',
  summary: 'List the API keys in whatever state, oldest first, never their secrets',
  tag: 'api keys',
  access: 'key',
  permission: 'organization',
  params: Type.Object({}),
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The keys', schema: Type.Array(apiKeySchema) } },
  handle: async ({ query, principal, url, now, services }) => {
    const page = readPage(query);
    if (page.after !== undefined && !isUuid(page.after)) {
      refuse('bad_request', `after=${page.after} is no id of a key; those are UUIDs.`);
    }
    const rows = await listApiKeyPage(services.database.knex, principal.organizationId, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    const json = shown.map((key) => ({
      organizationApiKeyId: key.id,
      displayName: key.displayName,
      scope: key.scope,
      teamId: key.teamId,
      email: key.email,
      expiresAt: key.expiresOn,
      state: apiKeyState(key, now),
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    }));
    return { status: 200, json, headers: { link } };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/api-keys/:id',
  summary: 'End an API key for good; requests with it are refused from now on',
  tag: 'api keys',
  access: 'key',
  permission: { actions: ['RESOURCES_EDIT'], on: 'owner' },
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 204: { description: 'Ended' } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    await deleteApiKey(services.database, { id, principal, requestId, now });
    return { status: 204 };
  },
});

/** Making, seeing and ending API keys. */
export const apiKeyRoutes: readonly Route[] = [createRoute, listRoute, deleteRoute];
