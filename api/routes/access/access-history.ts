import { Type } from '@sinclair/typebox';
import { refuseMissing } from '../../../commands/access/change-access.ts';
import { findAccess } from '../../../db/tables/access/access.ts';
import { countConsumers } from '../../../db/views/access/consumer-counts.ts';
import { listAccessHistory } from '../../../db/views/access/history.ts';
import type { HistoryEntry } from '../../../db/views/access/history.ts';
import { automaticPrincipal } from '../../../domain/access/history.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { accessHistoryEntrySchema, consumerCountSchema } from '../../schemas/access/decisions.ts';

const historyRoute = defineRoute({
  method: 'GET',
  path: '/api/access/:id/history',
  name: 'listAccessHistory',
  refuses: ['gone'],
  summary:
    'List the steps of an access, newest first; requests, changes, decisions with their notes, provisioning reports, begin and end. For both sides',
  tag: 'access',
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The steps', schema: Type.Array(accessHistoryEntrySchema) } },
  handle: async ({ params, query, principal, url, services }) => {
    const key = { organizationId: principal.organizationId, id: checkDocumentId(params.id) };
    const { knex } = services.database;
    const { limit, offset, after } = readPage(query);
    const page = { beforeId: readUuidKey(after), limit, offset };
    const entries = await listAccessHistory(knex, key, page);
    if (entries.length === 0 && !(await findAccess(knex, key))) return refuseMissing(knex, key);
    return answerList(entries, { url, query }, present, ({ id }) => id);
  },
});

/** Members without a value are left out. */
function present({ at, principal, principalName, ...entry }: HistoryEntry): object {
  const isAutomatic = principal === automaticPrincipal && entry.step === 'approved';
  const author = isAutomatic ? { automatic: true } : { principal, principalName };
  const shown = { ...entry, at: at.toISOString(), ...author };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
}

const countRoute = defineRoute({
  method: 'GET',
  path: '/api/access/consumer-counts',
  name: 'countConsumers',
  summary: 'Count the consumers of data products; products without consumers are left out',
  tag: 'access',
  query: Type.Object({
    dataProductId: Type.Array(Type.String(), {
      maxItems: 200,
      description: 'Data products, at most 200; may be repeated',
    }),
  }),
  answers: { 200: { description: 'The counts', schema: Type.Array(consumerCountSchema) } },
  handle: async ({ query, principal, services }) => {
    const { dataProductId } = query;
    const { knex } = services.database;
    return {
      status: 200,
      json: await countConsumers(knex, principal.organizationId, dataProductId),
    };
  },
});

/** The history of each access, and numbers of consumers. */
export const accessHistoryRoutes: readonly Route[] = [countRoute, historyRoute];
