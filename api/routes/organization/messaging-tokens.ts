import { Type } from '@sinclair/typebox';
import { createToken } from '../../../commands/tokens/create-token.ts';
import { revokeToken } from '../../../commands/tokens/revoke-token.ts';
import { listContactTokens } from '../../../db/tables/messaging/contact-tokens.ts';
import { tokenState } from '../../../domain/messaging/token-state.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { answerList, pagingQuery, readUuidKey, readPage } from '../../http/paging/paging.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import {
  contactTokenCreatedSchema,
  contactTokenSchema,
  contactTokenRequestSchema,
} from '../../schemas/messaging/messaging.ts';

/** Tokens of contacts, managed by keys of the organization. */
export const messagingTokenRoutes: readonly Route[] = collection(
  {
    path: '/api/messaging/tokens/:tokenId',
    noun: 'token',
    named: 'messaging token',
    tag: 'messaging',
    permission: 'organization',
    listed: contactTokenSchema,
  },
  {
    create: {
      sends: ['location'],
      refuses: ['unknown_reference'],
      summary: 'Create a token of a contact for /v1; its text is shown only once',
      shownOnce: true,
      body: { schema: contactTokenRequestSchema },
      answers: { 201: { description: 'The token', schema: contactTokenCreatedSchema } },
      handle: async ({ body, principal, requestId, now, services }) => {
        const { document } = await parseObject(body);
        const requested = assertValid(contactTokenRequestSchema, document, 'invalid_body');
        const json = await createToken(services.database, {
          organizationId: principal.organizationId,
          contactId: requested.contactId,
          expiresAt: requested.expiresAt ? new Date(requested.expiresAt as string) : undefined,
          createdBy: principal.name,
          requestId,
          now,
        });
        const location = `/api/messaging/tokens/${json.tokenId}`;
        // The answer contains a secret, so no cache may store it.
        return { status: 201, headers: { location, 'cache-control': 'no-store' }, json };
      },
    },
    list: {
      summary: 'List the tokens of contacts in any state, oldest first, without their secrets',
      query: Type.Object({
        ...pagingQuery,
        contactId: Type.Optional(Type.String({ description: 'Only tokens of this contact' })),
      }),
      handle: async ({ query, principal, url, now, services }) => {
        const { limit, offset, after } = readPage(query);
        const page = { offset, after: readUuidKey(after), limit };
        const { knex } = services.database;
        const rows = await listContactTokens(knex, principal.organizationId, query.contactId, page);
        return answerList(
          rows,
          { url, query },
          (token) => ({
            tokenId: token.id,
            contactId: token.contactId,
            username: token.username,
            state: tokenState(token, now),
            createdAt: token.createdAt.toISOString(),
            lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
            expiresAt: token.expiresAt?.toISOString() ?? null,
          }),
          ({ id }) => id,
        );
      },
    },
    delete: {
      summary: 'Revoke a token; requests with it are refused from now on',
      answers: { 204: { description: 'Ended' } },
      handle: async ({ params: { tokenId }, principal, requestId, now, services }) => {
        const { organizationId, name: revokedBy } = principal;
        const request = { organizationId, tokenId, revokedBy, requestId, now };
        await revokeToken(services.database, request);
        return { status: 204 };
      },
    },
  },
);
