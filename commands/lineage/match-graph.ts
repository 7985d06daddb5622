import type { Db } from '../../db/connect.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { isKnown, listDocumentFacts } from '../../db/views/documents/lineage.ts';
import type { GraphNodeRow } from '../../db/views/lineage/graph.ts';
import { listKnownPorts, listMatchingIntegrations } from '../../db/views/lineage/starts.ts';
import type { KnownPort } from '../../db/views/lineage/starts.ts';
import { candidatesOf } from '../../domain/lineage/match-nodes.ts';
import type { MatchCandidates } from '../../domain/lineage/match-nodes.ts';
import type { LineageRule } from '../../domain/lineage/rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';

type Named = { id: string; name: string | null };

/** What a node is in the catalog. */
export type NodeMatch = {
  asset: Named | null;
  dataContract: Named | null;
  ports: { dataProductId: string; dataProductName: string | null; outputPortId: string | null }[];
};

/** The rules of an organization; none by default. */
export async function readLineageRules(
  db: Db,
  organizationId: OrganizationId,
): Promise<LineageRule[]> {
  const stored = await findSettingsDocument(db, { organizationId, name: 'lineage-rules' });
  return stored ? (JSON.parse(stored.body) as { rules: LineageRule[] }).rules : [];
}

type Matched = { id: string; isDataset: boolean; candidates: MatchCandidates; ports: Port[] };
type Port = { product: string; port: string; contractId?: string | null };

const kinds = { asset: 'asset', contract: 'data-contract', product: 'data-product' } as const;
const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

/** What the nodes are in the catalog, by their ids. */
export async function matchNodes(
  db: Db,
  organizationId: OrganizationId,
  nodes: readonly GraphNodeRow[],
): Promise<Map<string, NodeMatch>> {
  const [rules, integrations] = await Promise.all([
    readLineageRules(db, organizationId),
    listMatchingIntegrations(db, organizationId),
  ]);
  const matched: Matched[] = nodes.map((node) => {
    const candidates = candidatesOf(node, rules, integrations);
    return {
      id: node.id,
      isDataset: node.type === 'dataset',
      candidates,
      ports: portsOf(node, candidates),
    };
  });
  const named = matched.flatMap(({ ports }) => ports.filter(({ port }) => port !== ''));
  const listed = await listKnownPorts(db, organizationId, unique(named));
  const known = new Map(listed.map((each) => [portKey(each), each]));
  for (const each of matched) each.ports = keepKnown(each.ports, known);
  const wanted = matched.flatMap(documentsOf);
  const facts = await listDocumentFacts(db, organizationId, wanted);
  const found = new Map(
    facts
      .filter(isKnown)
      .map((fact) => [keyOf(fact.kind, fact.id), { id: fact.id, name: fact.name }]),
  );
  return new Map(matched.map((each) => [each.id, toMatch(each, found)]));
}

const portKey = ({ product, port }: Port): string => JSON.stringify([product, port]);

function unique(ports: readonly Port[]): Port[] {
  return [...new Map(ports.map((port) => [portKey(port), port])).values()];
}

/** Leaves out ports that their product does not have; their product stays, without a port if it has no other one. */
function keepKnown(ports: readonly Port[], known: ReadonlyMap<string, KnownPort>): Port[] {
  const found = ports.flatMap((port) => known.get(portKey(port)) ?? []);
  const kept = found.map(({ product, id, contractId }) => ({ product, port: id, contractId }));
  const products = new Set(kept.map(({ product }) => product));
  const bare = ports.filter(({ product, port }) => port === '' || !products.has(product));
  return unique([...kept, ...bare.map(({ product }) => ({ product, port: '' }))]);
}

function portsOf({ ports }: GraphNodeRow, candidates: MatchCandidates): Port[] {
  const { dataProductId, outputPortId } = candidates;
  const named =
    dataProductId === undefined ? [] : [{ product: dataProductId, port: outputPortId ?? '' }];
  return unique([...named, ...ports]);
}

/** The contract of a port promises something about its data, not about the job that writes it. */
function contractsOf({ isDataset, candidates, ports }: Matched): string[] {
  const ofPorts = isDataset ? ports.map(({ contractId }) => contractId) : [];
  return [candidates.dataContractId, ...ofPorts].filter((id) => id !== undefined && id !== null);
}

function documentsOf(matched: Matched): { kind: string; id: string }[] {
  const { candidates, ports } = matched;
  const assets = [...candidates.assetIds, ...candidates.ingestedIds];
  return [
    ...assets.map((id) => ({ kind: kinds.asset, id })),
    ...contractsOf(matched).map((id) => ({ kind: kinds.contract, id })),
    ...ports.map(({ product }) => ({ kind: kinds.product, id: product })),
  ];
}

function toMatch(matched: Matched, found: ReadonlyMap<string, Named>): NodeMatch {
  const { candidates, ports } = matched;
  const find = (kind: string, ids: readonly string[]): Named[] =>
    ids.flatMap((id) => found.get(keyOf(kind, id)) ?? []);
  const ingested = find(kinds.asset, candidates.ingestedIds);
  const [named = ingested.length === 1 ? ingested[0] : undefined] = find(
    kinds.asset,
    candidates.assetIds,
  );
  const [contract] = find(kinds.contract, contractsOf(matched));
  return {
    asset: named ?? null,
    dataContract: contract ?? null,
    ports: ports.flatMap(({ product, port }) => {
      const known = found.get(keyOf(kinds.product, product));
      return known
        ? [{ dataProductId: known.id, dataProductName: known.name, outputPortId: port || null }]
        : [];
    }),
  };
}
