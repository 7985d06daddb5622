import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { runOnStored } from '../../../commands/tasks/run-task.ts';
import type { Db } from '../../../db/connect.ts';
import type { TestResultHead } from '../../../db/tables/contract-tests/test-results.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import { listNewestResults } from '../../../db/views/contract-tests/contract-states.ts';
import { listTestTrends } from '../../../db/views/contract-tests/test-trend.ts';
import { listDocumentFacts } from '../../../db/views/documents/lineage.ts';
import type { PortContract } from '../../../domain/documents/product-extracts.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { lastDays } from '../../present/search/last-days.ts';
import { presentTestResultHead } from '../../present/test-run.ts';
import { readExplainedScore } from './explained-score.ts';
import { defineRoute } from '../../route.ts';
import { productQualitySchema } from '../../schemas/documents/product-quality.ts';

const days = 30;

/** Results of tests, worst first. */
const worstFirst = ['error', 'failed', 'warning', 'passed', 'unknown'];

/** Tests of a port of another product that offers the same contract say nothing about this product. */
const isOfAnotherPort = ({ server }: TestResultHead, port: string): boolean =>
  server !== null && server.includes('/') && server !== port;

type State = { port: PortContract; latest: TestResultHead | undefined; servers: TestResultHead[] };

/** A result that was published for exactly this port precedes newer ones of the contract. */
function stateOf(
  dataProductId: string,
  port: PortContract,
  results: readonly TestResultHead[],
): State {
  const own = `${dataProductId}/${port.outputPortId}`;
  const servers = results.filter(
    (result) => result.dataContractId === port.dataContractId && !isOfAnotherPort(result, own),
  );
  return { port, latest: servers.find(({ server }) => server === own) ?? servers[0], servers };
}

/** Adds up the newest results of all servers, each once; ports count by their latest result. */
function summarize(states: readonly State[]) {
  const newest = new Map(
    states.flatMap(({ servers }) => servers.map((result) => [result.id, result] as const)),
  );
  const results = [...newest.values()];
  const sum = (read: (result: TestResultHead) => number) =>
    results.reduce((total, result) => total + read(result), 0);
  const of = (wanted: string | undefined) =>
    states.filter(({ latest }) => latest?.result === wanted).length;
  return {
    result: worstFirst.find((wanted) => results.some(({ result }) => result === wanted)) ?? null,
    checkCount: sum(({ checkCount }) => checkCount),
    failedChecks: sum(({ failedChecks }) => failedChecks),
    counts: {
      ...Object.fromEntries(worstFirst.map((wanted) => [wanted, of(wanted)])),
      untested: of(undefined),
    },
  };
}

async function describeQuality(
  db: Db,
  organizationId: OrganizationId,
  dataProductId: string,
  { ports, now }: { ports: readonly PortContract[]; now: Date },
) {
  const offered = ports.flatMap(({ dataContractId }) => dataContractId ?? []);
  const dataContractIds = [...new Set(offered)];
  const span = lastDays(days, now);
  const contracts = dataContractIds.map((id) => ({ kind: dataContract.name, id }));
  const [results, trends, facts] = await Promise.all([
    listNewestResults(db, organizationId, dataContractIds),
    listTestTrends(db, organizationId, { dataContractIds, ...span }),
    listDocumentFacts(db, organizationId, contracts),
  ]);
  const names = new Map(facts.map(({ id, name }) => [id, name]));
  const states = ports.map((port) => stateOf(dataProductId, port, results));
  return {
    ...summarize(states),
    ports: states.map(({ port, latest, servers }) => {
      const { outputPortId, name = null, type = null, version = null, dataContractId } = port;
      return {
        outputPortId,
        name,
        type,
        version,
        dataContractId: dataContractId ?? null,
        dataContractName: names.get(dataContractId ?? '') ?? null,
        latest: latest ? presentTestResultHead(latest) : null,
        servers: servers.map(presentTestResultHead),
        days: trends.get(dataContractId ?? '') ?? [],
      };
    }),
  };
}

/** The test state of a data product, for its page. */
export const productQualityRoute = defineRoute({
  method: 'GET',
  path: `/api/${dataProduct.collection}/:id/quality`,
  name: 'getDataProductQuality',
  summary:
    'Get the test state of all output ports of a data product: latest results and the last 30 days',
  tag: dataProduct.collection,
  query: Type.Object({
    score: Type.Optional(
      Type.Boolean({ description: 'Adds the score of the product with its rules' }),
    ),
  }),
  answers: { 200: { description: 'The state of each port', schema: productQualitySchema } },
  handle: async ({ params, query, principal: { organizationId }, now, services }) => {
    const { knex } = services.database;
    const id = checkDocumentId(params.id);
    const key = { organizationId, kind: dataProduct.name, id };
    const stored = (await findDocument(knex, key)) ?? refuseUnknownDocument(dataProduct, id);
    const ports = await runOnStored('listPortContracts', stored.body);
    const json = await describeQuality(knex, organizationId, id, { ports, now });
    if (query.score !== true) return { status: 200, json };
    const score = await readExplainedScore(services, { organizationId, id, now });
    return { status: 200, json: { ...json, ...(score && { score }) } };
  },
});
