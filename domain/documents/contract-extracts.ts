import { describeContract } from '../contract-view/contract-view.ts';
import { findDrift } from '../ingestion/asset-drift.ts';
import type { AssetDifference } from '../ingestion/asset-drift.ts';
import { quoteNames } from '../validation/quote-names.ts';
import { listConceptLinks, targetsOf } from '../kinds/document-links.ts';
import type { ConceptLink } from '../kinds/document-links.ts';
import { objectOf, objectsOf, scalarOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { assertGenerable } from '../standards/assert-generable.ts';
import { chooseServer } from '../standards/odcs/choose-server.ts';
import type { ContractServer } from '../standards/odcs/contract-model.ts';
import { listDefinitionLinks } from '../standards/odcs/linked-definitions.ts';
import { normaliseContract } from '../standards/normalise-contract.ts';
import { scheduledServersOf, testScheduleOf } from '../contract-tests/schedule.ts';
import type { TestSchedule } from '../contract-tests/schedule.ts';

/** Tasks that read a few facts from the JSON text of a data contract. */
export const contractExtracts = {
  findContractVersion,
  findServerKey,
  chooseTestedServer,
  readTestPlan,
  assertGenerableText,
  findLinksTo,
  listDefinitionUrls,
  findDrifts,
  describeContract,
};

/** The version of a contract: at the top level in ODCS, in `info` in DCS. */
function findContractVersion(contract: string): string | undefined {
  const { version, info } = JSON.parse(contract) as JsonObject;
  return textOf(version) ?? textOf(objectOf(info)?.['version']);
}

/** True if a contract has a server with this key; `known` quotes the keys for an error message. */
function findServerKey(
  contract: string,
  wanted: string,
): { isThere: boolean; known: string | undefined } {
  const keys = serverKeys(JSON.parse(contract) as JsonObject);
  return { isThere: keys.includes(wanted), known: quoteNames(keys) };
}

/** Keys of a contract's servers: a list in ODCS, a map in the older specification. */
function serverKeys({ servers }: JsonObject): string[] {
  const map = objectOf(servers);
  if (map) return Object.keys(map);
  return objectsOf(servers)
    .map(({ server }) => textOf(server))
    .filter((server) => server !== undefined);
}

/** The server to test, without nested members, and the version of the contract. Refuses like `chooseServer`. */
function chooseTestedServer(
  contract: string,
  wanted: string | undefined,
): { server: ContractServer; version: string } {
  const { servers, version } = normaliseContract(JSON.parse(contract));
  return { server: withoutNested(chooseServer(servers, wanted)), version };
}

/** The facts of a contract that its scheduled tests need; servers are without nested members. */
export type TestPlan = {
  schedule: TestSchedule;
  version: string;
  servers: ContractServer[];
  /** Keys of the servers in the schedule; undefined means all. */
  named: readonly string[] | undefined;
};

function readTestPlan(contract: string): TestPlan {
  const document = JSON.parse(contract) as JsonObject;
  const { servers, version } = normaliseContract(document);
  return {
    schedule: testScheduleOf(document),
    version,
    servers: servers.map(withoutNested),
    named: scheduledServersOf(document),
  };
}

/** Credentials and connections are matched by the scalar members of a server. */
function withoutNested({ server, type, ...members }: ContractServer): ContractServer {
  const scalars = Object.entries(members).filter(([, value]) => scalarOf(value) !== undefined);
  return { ...Object.fromEntries(scalars), server, type };
}

/** Refuses contracts from which no code can be generated. */
function assertGenerableText(contract: string, server: string | undefined): void {
  assertGenerable(JSON.parse(contract), server);
}

/** A link and its possible targets. */
export type FoundLink = { link: ConceptLink; targets: readonly string[] };

/** The links of a contract or product that may refer to one of the targets. */
function findLinksTo(document: string, targets: readonly string[]): FoundLink[] {
  const wanted = new Set(targets);
  return listConceptLinks(JSON.parse(document)).flatMap((link) => {
    const meant = targetsOf(link.url).filter((target) => wanted.has(target));
    return meant.length > 0 ? [{ link, targets: meant }] : [];
  });
}

/** The addresses of the definitions that a contract links, each once. */
function listDefinitionUrls(contract: string): string[] {
  const links = listDefinitionLinks(JSON.parse(contract) as JsonObject);
  return [...new Set(links.map(({ url }) => url))];
}

/** Differences of each asset, given as JSON text, from a contract. */
function findDrifts(contract: string, assets: readonly string[]): AssetDifference[][] {
  const model = normaliseContract(JSON.parse(contract));
  return assets.map((asset) => findDrift(JSON.parse(asset) as never, model));
}
