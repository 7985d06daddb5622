import { fillTemplate, matchesPattern, namesForId } from './rules.ts';
import type { LineageRule } from './rules.ts';
import type { LineageNodeType } from './nodes.ts';

/** A node that is to be matched; `assetId` is what events say. */
export type MatchableNode = {
  type: LineageNodeType;
  namespace: string;
  name: string;
  assetId: string | null;
};

/** An integration whose assets have ids that begin with its id. */
export type MatchingIntegration = { id: string; source: string };

/** Ids that a node may have in the catalog; those that do not exist there do not count. */
export type MatchCandidates = {
  /** The first one that exists is the asset. */
  assetIds: string[];
  /** The only one that exists is the asset, if there is none of `assetIds`. */
  ingestedIds: string[];
  dataContractId: string | undefined;
  dataProductId: string | undefined;
  outputPortId: string | undefined;
};

/** Sources of integrations by the scheme of a namespace, as OpenLineage names data stores. */
const sourcesOfScheme: Readonly<Record<string, readonly string[]>> = {
  postgres: ['postgres'],
  postgresql: ['postgres'],
  redshift: ['postgres'],
  mysql: ['mysql', 'mariadb'],
  mariadb: ['mariadb'],
  mssql: ['mssql'],
  sqlserver: ['mssql'],
  snowflake: ['snowflake'],
  bigquery: ['bigquery'],
  kafka: ['kafka'],
  databricks: ['databricks'],
  unitycatalog: ['databricks'],
  'arn:aws:glue': ['glue'],
};

function sourcesOf(namespace: string): readonly string[] {
  const scheme = /^(arn:aws:glue|[^:]+)/.exec(namespace.toLowerCase())?.[0] ?? '';
  return Object.hasOwn(sourcesOfScheme, scheme) ? (sourcesOfScheme[scheme] ?? []) : [];
}

/** What a node may be: what events say wins over the rules of the organization, and these over the names of assets. */
export function candidatesOf(
  node: MatchableNode,
  rules: readonly LineageRule[],
  integrations: readonly MatchingIntegration[],
): MatchCandidates {
  const applying = rules.filter(
    ({ type = 'dataset', namespace, name }) =>
      type === node.type &&
      matchesPattern(node.namespace, namespace) &&
      matchesPattern(node.name, name),
  );
  const idFrom = (member: 'assetId' | 'dataContractId' | 'dataProductId'): string | undefined => {
    for (const rule of applying) {
      const id = rule[member] === undefined ? undefined : fillTemplate(rule[member], node);
      if (id !== undefined) return id;
    }
    return undefined;
  };
  const named = node.assetId ?? idFrom('assetId');
  const isDataset = node.type === 'dataset';
  const portRule = applying.find(({ dataProductId }) => dataProductId !== undefined);
  const sources = sourcesOf(node.namespace);
  return {
    assetIds: named === undefined ? (isDataset ? [node.name] : []) : [named],
    ingestedIds:
      named === undefined && isDataset
        ? integrations
            .filter(({ source }) => sources.includes(source))
            .map(({ id }) => `${id}:${node.name}`)
        : [],
    dataContractId: idFrom('dataContractId'),
    dataProductId: idFrom('dataProductId'),
    outputPortId: portRule?.outputPortId && fillTemplate(portRule.outputPortId, node),
  };
}

/** Names that nodes of an asset may have; whether they are its nodes, `candidatesOf` says. */
export function namesOfAsset(assetId: string, rules: readonly LineageRule[]): string[] {
  const inverted = rules.flatMap(({ assetId: text }) =>
    text === undefined ? [] : namesForId(text, assetId),
  );
  const colon = assetId.indexOf(':');
  const ingested = colon === -1 ? [] : [assetId.slice(colon + 1)];
  return [...new Set([assetId, ...ingested, ...inverted])].filter((name) => name !== '');
}
