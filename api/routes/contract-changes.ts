import { Type } from '@sinclair/typebox';
import { previewChange } from '../../commands/documents/preview-change.ts';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import { listDocumentRevisions } from '../../db/tables/document-revisions.ts';
import { listContractChanges } from '../../db/views/contract-change-list.ts';
import type { ContractChangeEntry } from '../../db/views/contract-change-list.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { cutPage, pagingQuery, readPage, readRevisionKey } from '../paging.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { contractChangesSchema, contractPreviewSchema } from '../schemas/contract-changes.ts';
import { documentSchemas } from '../schemas/documents.ts';
import type { Services } from '../services.ts';

const params = Type.Object({ id: Type.String() });
const path = '/api/datacontracts/:id/changes';

const listRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'List what the revisions of a data contract changed, newest first',
  tag: dataContract.collection,
  access: 'key',
  params,
  query: Type.Object(pagingQuery),
  answers: {
    200: { description: 'The changes', schema: Type.Array(contractChangesSchema) },
  },
  handle: async ({ params: { id }, query, principal, url, services }) => {
    const key = keyOf(principal.organizationId, checkDocumentId(id));
    const { limit, offset, after } = readPage(query);
    const page = { before: readRevisionKey(after), limit, offset };
    const { knex } = services.database;
    const entries = await listContractChanges(knex, key, page);
    if (entries.length === 0) await assertKnown(services, key);
    const { shown, link } = cutPage(entries, { url, query }, ({ revision }) => revision.toString());
    return { status: 200, headers: { link }, text: `[${shown.map(present).join(',')}]` };
  },
});

/** The verdict and the hits are passed through as they were recorded. */
function present({ revision, at, principal, verdict, hits }: ContractChangeEntry): string {
  const head = JSON.stringify({ revision, timestamp: at.toISOString(), principal });
  return `${head.slice(0, -1)},${verdict.slice(1, -1)},"hits":${hits}}`;
}

function keyOf(organizationId: OrganizationId, id: string) {
  return { organizationId, kind: dataContract.name, id };
}

async function assertKnown({ database }: Services, key: ReturnType<typeof keyOf>): Promise<void> {
  const [newest] = await listDocumentRevisions(database.knex, key, { limit: 1 });
  if (!newest) refuseUnknownDocument(dataContract, key.id);
}

const previewRoute = defineRoute({
  method: 'POST',
  path,
  summary: 'Judge a candidate for a data contract against what is stored, and store nothing',
  tag: dataContract.collection,
  access: 'key',
  permission: 'read',
  params,
  query: Type.Object({}),
  body: { formats: ['json', 'yaml'], schema: documentSchemas(dataContract), required: false },
  answers: { 200: { description: 'The verdict', schema: contractPreviewSchema } },
  handle: async ({ params: { id }, principal, body, services }) => {
    checkDocumentId(id);
    const { organizationId } = principal;
    const { knex } = services.database;
    if (body.format === 'none') {
      await assertKnown(services, keyOf(organizationId, id));
      refuse('malformed_body', 'The request has no body; send the candidate as JSON or YAML.');
    }
    const { document } = await parseDocument(body, id);
    return { status: 200, json: await previewChange(knex, { organizationId, id, document }) };
  },
});

/** What changed in data contracts, and what would change. */
export const contractChangeRoutes: readonly Route[] = [listRoute, previewRoute];
