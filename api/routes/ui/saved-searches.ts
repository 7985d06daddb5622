import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import {
  getSavedSearch,
  removeSavedSearch,
  savedSearchKey,
  saveSearch,
  seeSavedSearch,
} from '../../../commands/saved-searches/save-search.ts';
import type { Db } from '../../../db/connect.ts';
import { listSavedSearches } from '../../../db/tables/notices/saved-searches.ts';
import type { SavedSearch } from '../../../db/tables/notices/saved-searches.ts';
import { countNewMatches } from '../../../db/views/search/new-matches.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import { readFacetValues } from '../../present/search/search-values.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { maxCount, savedSearchSchema, savedSearchWriteSchema } from '../../schemas/ui/notices.ts';

const params = Type.Object({ id: Type.String({ description: 'Id chosen by the web UI' }) });
const path = '/ui/saved-searches/:id';
const tag = 'web ui';
const access = 'session';
// Nothing of the catalog changes, so that people who may only read save searches, too.
const permission = 'read';

async function present(
  db: Db,
  { organizationId, email }: Principal,
  search: SavedSearch,
): Promise<Static<typeof savedSearchSchema>> {
  const { id, name, query, filters, seenAt, createdAt, updatedAt } = search;
  const starredBy = filters['starred']?.includes('me') ? (email ?? '').toLowerCase() : undefined;
  const wanted = { text: query, values: readFacetValues(filters), starredBy };
  const newCount = await countNewMatches(db, organizationId, wanted, {
    since: seenAt,
    max: maxCount,
  });
  return {
    id,
    name,
    query,
    filters,
    newCount,
    seenAt: seenAt.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const routes = collection(
  {
    path,
    params,
    noun: 'saved search',
    plural: 'saved searches',
    tag,
    access,
    permission,
    schema: savedSearchSchema,
  },
  {
    list: {
      summary: 'List the saved searches of the signed-in person, each with its new results',
      query: Type.Object({}),
      handle: async ({ principal, services }) => {
        const { knex } = services.database;
        const json: Static<typeof savedSearchSchema>[] = [];
        for (const search of await listSavedSearches(knex, savedSearchKey(principal))) {
          json.push(await present(knex, principal, search));
        }
        return { status: 200, json };
      },
    },
    get: {
      handle: async ({ params, principal, services }) => {
        const { knex } = services.database;
        const search = await getSavedSearch(knex, principal, checkDocumentId(params.id));
        return { status: 200, json: await present(knex, principal, search) };
      },
    },
    put: {
      refuses: ['limit_reached'],
      summary: 'Create or replace a saved search; its results count as seen',
      body: { schema: savedSearchWriteSchema },
      handle: async ({ params, body, principal, requestId, now, services }) => {
        const id = checkDocumentId(params.id);
        const { document } = await parseObject(body);
        const search = assertValid(savedSearchWriteSchema, document, 'invalid_body');
        await saveSearch(services.database, { id, principal, requestId, now }, search);
        return { status: 200 };
      },
    },
    delete: {
      handle: async ({ params, principal, requestId, now, services }) => {
        const id = checkDocumentId(params.id);
        await removeSavedSearch(services.database, { id, principal, requestId, now });
        return { status: 200 };
      },
    },
  },
);

const seenRoute = defineRoute({
  method: 'POST',
  path: `${path}/seen`,
  name: 'seeSavedSearch',
  summary: 'Mark the results of a saved search as seen, so that none is new',
  tag,
  access,
  permission,
  params,
  body: { required: false },
  answers: { 204: { description: 'Marked; repeating the request marks later results, too' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    await seeSavedSearch(services.database.knex, { id, principal, requestId, now });
    return { status: 204 };
  },
});

/** Saved searches of the web UI. */
export const uiSavedSearchRoutes: readonly Route[] = [...routes, seenRoute];
