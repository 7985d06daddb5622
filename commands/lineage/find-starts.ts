import type { Db } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import {
  listKnownNodes,
  listMatchingIntegrations,
  listNodesBeginning,
  listNodesNamed,
  listNodesOfProduct,
} from '../../db/views/lineage/starts.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import { candidatesOf, namesOfAsset } from '../../domain/lineage/match-nodes.ts';
import { namesIn, nodeIdOf } from '../../domain/lineage/nodes.ts';
import type { LineageNodeType } from '../../domain/lineage/nodes.ts';
import { beginningsFor } from '../../domain/lineage/rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { maxGraphNodes } from './read-graph.ts';
import { readLineageRules } from './match-graph.ts';

type Lookup = { db: Db; organizationId: OrganizationId };

/** Datasets that are compared with an asset; more have its name only by chance. */
const maxNamed = 200;

/** Nodes that are compared with a rule, of those that begin as it says. */
const maxCompared = 5_000;

/**
 * The nodes that a text names: an id, `dataset:<namespace>:<name>`, `job:<namespace>:<name>`, `asset:<id>` or
 * `data-product:<id>`; with `type`, only nodes of this type for products. Refuses with `not_found` if there is no such node, asset or
 * product, and with `bad_request` other texts.
 */
export async function findStarts(
  lookup: Lookup,
  node: string,
  type?: LineageNodeType,
): Promise<string[]> {
  const names = namesIn(node);
  if (names.length > 0) return findNode(lookup, node, names.map(nodeIdOf));
  if (isUuid(node)) return findNode(lookup, node, [node]);
  const [, kind, id = ''] = /^(asset|data-product):(.+)$/s.exec(node) ?? [];
  if (kind !== undefined) return findNodesOfDocument(lookup, { kind, id }, type);
  return refuse(
    'bad_request',
    `node=${node.slice(0, 200)} is no node: send the id of a node, dataset:<namespace>:<name>, job:<namespace>:<name>, asset:<id> or data-product:<id>.`,
  );
}

async function findNode(
  { db, organizationId }: Lookup,
  node: string,
  ids: readonly string[],
): Promise<string[]> {
  const [first] = await listKnownNodes(db, organizationId, ids);
  return first === undefined ? refuseUnknown(node) : [first];
}

async function findNodesOfDocument(
  lookup: Lookup,
  { kind, id }: { kind: string; id: string },
  type: LineageNodeType | undefined,
): Promise<string[]> {
  const { db, organizationId } = lookup;
  const { head } = await findHeadAndTeams(db, { organizationId, kind, id }, []);
  if (!head) return refuse('not_found', `There is no ${describeDocument({ kind, id })}.`);
  if (kind === 'asset') return findNodesOfAsset(lookup, id);
  const wanted = type === undefined ? { dataProductId: id } : { dataProductId: id, type };
  const [reported, ruled] = await Promise.all([
    listNodesOfProduct(db, organizationId, wanted, maxGraphNodes + 1),
    findNodesOfRules(lookup, id, type),
  ]);
  return [...new Set([...reported, ...ruled])].slice(0, maxGraphNodes + 1);
}

/** The nodes that rules of the organization give to a product. */
async function findNodesOfRules(
  { db, organizationId }: Lookup,
  dataProductId: string,
  wanted: LineageNodeType | undefined,
): Promise<string[]> {
  const rules = await readLineageRules(db, organizationId);
  const beginnings = rules.flatMap((rule) => {
    const { type = 'dataset' } = rule;
    const found = beginningsFor(rule, dataProductId);
    return found === undefined || (wanted ?? type) !== type ? [] : [{ type, ...found }];
  });
  if (beginnings.length === 0) return [];
  const nodes = await listNodesBeginning(db, organizationId, beginnings, maxCompared);
  return nodes
    .filter((node) => candidatesOf(node, rules, []).dataProductId === dataProductId)
    .map(({ id }) => id)
    .sort();
}

async function findNodesOfAsset({ db, organizationId }: Lookup, id: string): Promise<string[]> {
  const rules = await readLineageRules(db, organizationId);
  const integrations = await listMatchingIntegrations(db, organizationId);
  const wanted = { assetId: id, names: namesOfAsset(id, rules) };
  const named = await listNodesNamed(db, organizationId, wanted, maxNamed);
  return named
    .filter((node) => {
      const { assetIds, ingestedIds } = candidatesOf(node, rules, integrations);
      return assetIds.includes(id) || ingestedIds.includes(id);
    })
    .map((node) => node.id);
}

function refuseUnknown(node: string): never {
  return refuse('not_found', `There is no ${node.slice(0, 200)} in the lineage.`);
}
