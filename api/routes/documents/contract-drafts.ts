import type { Static } from '@sinclair/typebox';
import { readAssetTables } from '../../../commands/contract-drafts/read-asset-tables.ts';
import type { Db } from '../../../db/connect.ts';
import { draftContract } from '../../../domain/contract-drafts/draft-contract.ts';
import type { DraftTable } from '../../../domain/contract-drafts/draft-contract.ts';
import { tablesOfDbt } from '../../../domain/contract-drafts/draft-tables.ts';
import { refuse } from '../../../domain/errors.ts';
import { artifactsOf, problemOfManifest } from '../../../domain/ingestion/dbt/manifest.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { writeYaml } from '../../../lib/yaml/yaml.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import { draftRequestSchema, draftSchema } from '../../schemas/documents/contract-drafts.ts';

type Asked = Static<typeof draftRequestSchema>;

function tablesOfProject({ manifest, catalog, nodes }: NonNullable<Asked['dbt']>): DraftTable[] {
  const problem = problemOfManifest(manifest);
  if (problem !== undefined) return refuse('invalid_body', `${problem}.`);
  const tables = tablesOfDbt(artifactsOf(manifest, catalog));
  const known = new Map(tables.map(({ id, table }) => [id, table]));
  return nodes.map(
    (node) =>
      known.get(node) ??
      refuse(
        'invalid_body',
        `The manifest has no model, snapshot, seed or source '${node}': send a unique_id of its nodes or sources.`,
      ),
  );
}

async function readTables(
  db: Db,
  organizationId: OrganizationId,
  { assetIds, dbt }: Asked,
): Promise<DraftTable[]> {
  if (assetIds !== undefined && dbt === undefined)
    return readAssetTables(db, organizationId, assetIds);
  if (dbt !== undefined && assetIds === undefined) return tablesOfProject(dbt);
  return refuse('invalid_body', "Send either 'assetIds' or 'dbt': what the contract describes.");
}

/** Drafts a contract of what is known about tables; nothing is stored. */
export const contractDraftRoute = defineRoute({
  method: 'POST',
  path: '/api/contract-drafts',
  name: 'draftDataContract',
  refuses: ['invalid_body', 'invalid_id', 'not_found'],
  summary:
    'Draft a data contract of ingested assets or of models of a dbt project: columns, types, keys, allowed values and references',
  tag: dataContract.collection,
  permission: 'read',
  bounded: 'rehearsals',
  body: { schema: draftRequestSchema },
  answers: { 200: { description: 'The draft', schema: draftSchema } },
  handle: async ({ body, principal: { organizationId }, reading }) => {
    const { document } = await parseObject(body);
    const asked = assertValid(draftRequestSchema, document, 'invalid_body');
    checkDocumentId(asked.id, dataContract);
    const tables = await readTables(reading.knex, organizationId, asked);
    const { contract, notes } = draftContract(tables, asked);
    return { status: 200, json: { yaml: writeYaml(contract), notes } };
  },
});
