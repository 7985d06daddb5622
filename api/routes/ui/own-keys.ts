import { deleteApiKey } from '../../../commands/keys/delete-api-key.ts';
import { issueOwnApiKey, ownerOfKeys } from '../../../commands/keys/issue-own-api-key.ts';
import {
  findListedApiKey,
  listApiKeyPage,
} from '../../../db/tables/organizations/listed-api-keys.ts';
import { refuse } from '../../../domain/errors.ts';
import { dayOf } from '../../../domain/organizations/api-key-rules.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import { cutPage, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { presentApiKeys } from '../../present/api-key.ts';
import type { Route } from '../../route.ts';
import {
  apiKeyCreatedSchema,
  apiKeySchema,
  ownKeyRequestSchema,
} from '../../schemas/organization/api-keys.ts';

/** API keys that act for the signed-in person. */
export const ownKeyRoutes: readonly Route[] = collection(
  {
    path: '/ui/me/keys/:id',
    noun: 'key',
    named: 'own key',
    tag: 'web ui',
    access: 'session',
    listed: apiKeySchema,
  },
  {
    list: {
      refuses: ['permission_denied'],
      summary:
        'List the API keys of the signed-in person in any state, oldest first, with their use',
      handle: async ({ query, principal, url, now, services: { database } }) => {
        const { organizationId } = principal;
        const filter = { email: ownerOfKeys(principal), today: dayOf(now) };
        const { after, ...page } = readPage(query);
        const from = { ...page, after: readUuidKey(after) };
        const rows = await listApiKeyPage(database.knex, organizationId, filter, from);
        const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
        const json = await presentApiKeys(database.knex, organizationId, shown, now);
        return { status: 200, headers: { link }, json };
      },
    },
    create: {
      refuses: ['limit_reached', 'permission_denied'],
      summary: 'Create an API key that acts for the signed-in person; its text is shown only once',
      shownOnce: true,
      body: { schema: ownKeyRequestSchema },
      answers: { 201: { description: 'The key', schema: apiKeyCreatedSchema } },
      handle: async ({ body, principal, requestId, now, services: { database } }) => {
        const { document } = await parseObject(body);
        const wanted = assertValid(ownKeyRequestSchema, document, 'invalid_body');
        const { scope, displayName } = wanted;
        const expiresOn = wanted.expiresAt ?? undefined;
        const request = { principal, scope, displayName, expiresOn, requestId, now };
        const { id, text } = await issueOwnApiKey(database, request);
        const json = {
          organizationApiKeyId: id,
          displayName,
          key: text,
          scope,
          teamId: null,
          email: principal.email ?? null,
          expiresAt: expiresOn ?? null,
        };
        // The answer contains a secret, so no cache may store it.
        return { status: 201, headers: { 'cache-control': 'no-store' }, json };
      },
    },
    delete: {
      refuses: ['not_found', 'permission_denied'],
      summary:
        'Revoke an API key of the signed-in person; requests with it are refused from now on',
      answers: { 204: { description: 'Ended' } },
      handle: async ({ params: { id }, principal, requestId, now, services: { database } }) => {
        const email = ownerOfKeys(principal);
        const { organizationId } = principal;
        const key = isUuid(id)
          ? await findListedApiKey(database.knex, organizationId, id)
          : undefined;
        if (key?.email?.toLowerCase() !== email)
          refuse('not_found', `You have no key with the id '${id}'.`);
        await deleteApiKey(database, { id, principal, requestId, now });
        return { status: 204 };
      },
    },
  },
);
