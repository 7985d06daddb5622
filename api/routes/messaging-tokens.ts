import { Type } from '@sinclair/typebox';
import { createToken } from '../../commands/tokens/create-token.ts';
import { revokeToken } from '../../commands/tokens/revoke-token.ts';
import { listContactTokens } from '../../db/tables/contact-tokens.ts';
import { tokenState } from '../../domain/messaging/token-state.ts';
import { assertValid } from '../../domain/validation.ts';
import { cutPage, pagingQuery, readEventKey, readPage } from '../paging.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import {
  contactTokenCreatedSchema,
  contactTokenSchema,
  contactTokenWishSchema,
} from '../schemas/messaging.ts';

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/messaging/tokens',
  summary: 'Make a token of a contact for /v1, whose text is shown only this once',
  tag: 'messaging',
  access: 'key',
  permission: 'organization',
  shownOnce: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: { formats: ['json'], schema: contactTokenWishSchema, required: true },
  answers: { 201: { description: 'The token', schema: contactTokenCreatedSchema } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const wish = assertValid(contactTokenWishSchema, document, 'invalid_body');
    const json = await createToken(services.database, {
      organizationId: principal.organizationId,
      contactId: wish.contactId,
      expiresAt: wish.expiresAt ? new Date(wish.expiresAt as string) : undefined,
      createdBy: principal.name,
      requestId,
      now,
    });
    const location = `/api/messaging/tokens/${json.tokenId}`;
    // What shows a secret stays in no cache between.
    return { status: 201, headers: { location, 'cache-control': 'no-store' }, json };
  },
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/messaging/tokens',
  summary: 'List the tokens of contacts in whatever state, oldest first, never their secrets',
  tag: 'messaging',
  access: 'key',
  permission: 'organization',
  params: Type.Object({}),
  query: Type.Object({
    ...pagingQuery,
    contactId: Type.Optional(Type.String({ description: 'Only those of this contact' })),
  }),
  answers: { 200: { description: 'The tokens', schema: Type.Array(contactTokenSchema) } },
  handle: async ({ query, principal, url, now, services }) => {
    const { limit, offset, after } = readPage(query);
    const page = { offset, after: readEventKey(after), limit };
    const { knex } = services.database;
    const rows = await listContactTokens(knex, principal.organizationId, query.contactId, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    const json = shown.map((token) => ({
      tokenId: token.id,
      contactId: token.contactId,
      username: token.username,
      state: tokenState(token, now),
      createdAt: token.createdAt.toISOString(),
      lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
      expiresAt: token.expiresAt?.toISOString() ?? null,
    }));
    return { status: 200, json, headers: { link } };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/messaging/tokens/:tokenId',
  summary: 'End a token for good; requests with it are refused from now on',
  tag: 'messaging',
  access: 'key',
  permission: 'organization',
  params: Type.Object({ tokenId: Type.String() }),
  query: Type.Object({}),
  answers: { 204: { description: 'Ended' } },
  handle: async ({ params: { tokenId }, principal, requestId, now, services }) => {
    const { organizationId, name: revokedBy } = principal;
    const request = { organizationId, tokenId, revokedBy, requestId, now };
    await revokeToken(services.database, request);
    return { status: 204 };
  },
});

/** Tokens of contacts, which keys of the organization make and end. */
export const messagingTokenRoutes: readonly Route[] = [createRoute, listRoute, deleteRoute];
