import { Type } from '@sinclair/typebox';
import { readStoredDefinitions } from '../../../commands/definitions/read-stored-definitions.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { runOnStored } from '../../../commands/tasks/run-task.ts';
import type { Db } from '../../../db/connect.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import {
  findNewestResult,
  listShownChecks,
} from '../../../db/views/contract-tests/contract-states.ts';
import { findDocumentFacts } from '../../../db/views/documents/facts.ts';
import { listPersonNames } from '../../../db/views/organizations/person-names.ts';
import type { PersonName } from '../../../db/views/organizations/person-names.ts';
import { listAccessUsages, listPortUsages } from '../../../db/views/documents/contract-usages.ts';
import type { AccessUsage } from '../../../db/views/documents/contract-usages.ts';
import type { ContractView } from '../../../domain/contract-view/contract-view.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { presentContractModel } from '../../present/documents/contract-model.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { presentTestResultHead } from '../../present/test-run.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  contractModelSchema,
  contractUsagesSchema,
} from '../../schemas/documents/contract-model.ts';

/** Maximum number of products and of accesses in one answer. */
const maxUsages = 200;

/** The contract with what its fields take from definitions and concepts of this organization. */
async function describeStored(
  db: Db,
  organizationId: OrganizationId,
  body: string,
): Promise<ContractView> {
  const urls = await runOnStored('listDefinitionUrls', body);
  const definitions = await readStoredDefinitions(db, organizationId, { urls });
  return runOnStored('describeContract', body, definitions);
}

const modelRoute = defineRoute({
  method: 'GET',
  path: `/api/${dataContract.collection}/:id/model`,
  name: 'getDataContractModel',
  summary:
    'Get the tables, fields and promises of a data contract of any standard, with its newest checks; definitions of other catalogs are not applied',
  tag: dataContract.collection,
  longTexts: true,
  query: Type.Object({
    server: Type.Optional(
      Type.String({
        description: 'The newest test of this server; by default, the newest test of all',
      }),
    ),
  }),
  answers: { 200: { description: 'The contract in one form', schema: contractModelSchema } },
  handle: async ({ params, query: { server }, principal: { organizationId }, services }) => {
    const { knex } = services.database;
    const id = checkDocumentId(params.id);
    const key = { organizationId, kind: dataContract.name, id };
    const stored = (await findDocument(knex, key)) ?? refuseUnknownDocument(dataContract, id);
    const [view, result] = await Promise.all([
      describeStored(knex, organizationId, stored.body),
      findNewestResult(knex, organizationId, id, server),
    ]);
    const checks = result ? await listShownChecks(knex, organizationId, result.id) : [];
    const testResult = result ? presentTestResultHead(result) : null;
    const { revision } = stored;
    const model = presentContractModel(view, checks, result?.server ?? null);
    return { status: 200, json: { ...model, id, revision, testResult } };
  },
});

function withoutTotal<Usage extends { total: number }>(usage: Usage): Omit<Usage, 'total'> {
  const { total: _, ...shown } = usage;
  return shown;
}

/** The team that owns the contract; without id and name if it has none. */
async function findOwner(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<{ id: string | null; name: string | null }> {
  const facts = await findDocumentFacts(db, { organizationId, kind: dataContract.name, id });
  const ownerId = facts?.ownerId ?? null;
  if (ownerId === null) return { id: null, name: null };
  const owner = await findDocumentFacts(db, { organizationId, kind: 'team', id: ownerId });
  return { id: ownerId, name: owner?.name ?? null };
}

function presentAccessUsage(usage: AccessUsage, people: ReadonlyMap<string, PersonName>): object {
  const {
    consumerTeamId,
    consumerTeamName,
    consumerDataProductId,
    consumerDataProductName,
    ...rest
  } = withoutTotal(usage);
  return {
    ...rest,
    consumerUserName: people.get(usage.consumerUserId?.toLowerCase() ?? '')?.name ?? null,
    consumerTeam: { id: consumerTeamId, name: consumerTeamName },
    consumerDataProduct: { id: consumerDataProductId, name: consumerDataProductName },
  };
}

const usagesRoute = defineRoute({
  method: 'GET',
  path: `/api/${dataContract.collection}/:id/usages`,
  name: 'listDataContractUsages',
  summary: 'List the ports and accesses that use a data contract',
  tag: dataContract.collection,
  answers: { 200: { description: 'Ports and accesses', schema: contractUsagesSchema } },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const { organizationId } = principal;
    const dataContractId = await findKnownId(services, principal, dataContract, params.id);
    const of = { dataContractId, states: ['active', 'upcoming', 'requested'] };
    const [owner, ports, accesses] = await Promise.all([
      findOwner(knex, organizationId, dataContractId),
      listPortUsages(knex, organizationId, dataContractId, maxUsages),
      listAccessUsages(knex, organizationId, of, maxUsages),
    ]);
    const emails = accesses.flatMap(({ consumerUserId }) => consumerUserId?.toLowerCase() ?? []);
    const people = await listPersonNames(knex, organizationId, emails);
    const json = {
      owner,
      productCount: ports[0]?.total ?? 0,
      ports: ports.map(withoutTotal),
      accessCount: accesses[0]?.total ?? 0,
      accesses: accesses.map((usage) => presentAccessUsage(usage, people)),
    };
    return { status: 200, json };
  },
});

/** A contract as pages show it, and what uses it. */
export const contractModelRoutes: readonly Route[] = [modelRoute, usagesRoute];
