import { pipelineTexts } from '../../../texts/lineage.ts';
import type { PipelineNode } from './pipeline-queries.ts';

type Target = { collection: 'assets' | 'datacontracts'; id: string; name: string };

/** What a node is in the catalog, where its own name does not say so: "Contract Web orders". */
export function meaningOf(node: PipelineNode): string | undefined {
  const target = nodeTarget(node);
  if (target === undefined || target.name === node.name) return undefined;
  return `${pipelineTexts.means[target.collection]} ${target.name}`;
}

/** The page of a node: its asset, else its contract; undefined if the catalog has neither. */
export function nodeTarget({ asset, dataContract }: PipelineNode): Target | undefined {
  if (asset) return { collection: 'assets', id: asset.id, name: asset.name ?? asset.id };
  if (!dataContract) return undefined;
  const { id, name } = dataContract;
  return { collection: 'datacontracts', id, name: name ?? id };
}
