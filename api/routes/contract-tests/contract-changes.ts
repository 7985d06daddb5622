import { Type } from '@sinclair/typebox';
import { readContent } from '../../../commands/documents/read-content.ts';
import { previewChange } from '../../../commands/documents/preview-change.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import type { DocumentKey } from '../../../db/tables/documents/documents.ts';
import { listDocumentRevisions } from '../../../db/tables/documents/revisions.ts';
import { listContractChanges } from '../../../db/views/contract-tests/contract-change-list.ts';
import type { ContractChangeEntry } from '../../../db/views/contract-tests/contract-change-list.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  contractChangesSchema,
  contractPreviewSchema,
} from '../../schemas/contract-tests/contract-changes.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import type { Services } from '../../services.ts';

const path = '/api/datacontracts/:id/changes';

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listDataContractChanges',
  summary: 'List the changes made by the revisions of a data contract, newest first',
  tag: dataContract.collection,
  query: Type.Object(pagingQuery),
  answers: {
    200: { description: 'The changes', schema: Type.Array(contractChangesSchema) },
  },
  handle: async ({ params: { id }, query, principal, url, services }) => {
    const key = keyOf(principal.organizationId, checkDocumentId(id));
    const { limit, offset, after } = readPage(query);
    const page = { before: readChangeKey(after), limit, offset };
    const { knex } = services.database;
    const entries = await listContractChanges(knex, key, page);
    if (entries.length === 0) await assertKnown(services, key);
    const named = await withPrincipalNames(knex, principal.organizationId, entries);
    return answerList(named, { url, query }, present, keyOfChange);
  },
});

/** The verdict and the hits are returned as recorded. */
function present(entry: ContractChangeEntry & { principalName: string | null }): string {
  const { revision, at, principal, principalName, definitionId: id, verdict, hits } = entry;
  const definition = id === null ? undefined : { id, revision: entry.definitionRevision };
  const made = { revision, timestamp: at.toISOString(), principal, principalName, definition };
  const head = JSON.stringify(made);
  return `${head.slice(0, -1)},${verdict.slice(1, -1)},"hits":${hits}}`;
}

function keyOfChange({ revision, position }: ContractChangeEntry): string {
  return position === 0 ? revision.toString() : `${revision}.${position}`;
}

/** Reads `after`: the revision of the last entry of the previous page, and its position if a definition made the change. */
function readChangeKey(
  after: string | undefined,
): { revision: number; position: number } | undefined {
  if (after === undefined) return undefined;
  if (!/^[1-9]\d{0,8}(\.[1-9]\d{0,8})?$/.test(after)) {
    refuse(
      'bad_request',
      `after=${after} is not a revision number; send the key of the last entry of the previous page, as the Link header gives it.`,
    );
  }
  const [revision = 0, position = 0] = after.split('.').map(Number);
  return { revision, position };
}

function keyOf(organizationId: OrganizationId, id: string) {
  return { organizationId, kind: dataContract.name, id };
}

async function assertKnown({ database }: Services, key: DocumentKey): Promise<void> {
  const [newest] = await listDocumentRevisions(database.knex, key, { limit: 1 });
  if (!newest) refuseUnknownDocument(kindNamed(key.kind), key.id);
}

/** The preview of a change of a data contract or a data product. */
const previewRoute = (kind: DocumentKind, name: string): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/${kind.collection}/:id/changes`,
    name,
    refuses: ['id_mismatch', 'invalid_document'],
    summary: `Compare a candidate with the stored ${kind.title} and judge the changes, without storing it`,
    tag: kind.collection,
    permission: 'read',
    body: { formats: ['json', 'yaml'], schema: documentSchemas(kind), required: false },
    answers: { 200: { description: 'The verdict', schema: contractPreviewSchema } },
    handle: async ({ params, principal, body, now, services, reading }) => {
      const id = checkDocumentId(params.id);
      const { organizationId } = principal;
      if (body.format === 'none') {
        await assertKnown(services, { organizationId, kind: kind.name, id });
        refuse('malformed_body', 'The request has no body; send the candidate as JSON or YAML.');
      }
      const content = await readContent(body, { kind: kind.name, id, now });
      const candidate = { organizationId, kind, id, content };
      return { status: 200, json: await previewChange(reading.knex, candidate) };
    },
  });

/** Recorded changes of data contracts, and the preview of changes of contracts and products. */
export const contractChangeRoutes: readonly Route[] = [
  listRoute,
  previewRoute(dataContract, 'compareDataContract'),
  previewRoute(dataProduct, 'compareDataProduct'),
];
