import type { PipelineNode } from './pipeline-queries.ts';

type Target = { collection: 'assets' | 'datacontracts'; id: string; name: string };

/** The page of a node: its asset, else its contract; undefined if the catalog has neither. */
export function nodeTarget({ asset, dataContract }: PipelineNode): Target | undefined {
  if (asset) return { collection: 'assets', id: asset.id, name: asset.name ?? asset.id };
  if (!dataContract) return undefined;
  const { id, name } = dataContract;
  return { collection: 'datacontracts', id, name: name ?? id };
}
