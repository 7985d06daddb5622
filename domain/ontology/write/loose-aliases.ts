import type { YamlAlias, YamlItem } from '../../../lib/yaml/tree.ts';
import type { Splice } from './edit-text.ts';

/** Aliases that stay while their anchors are replaced or removed. */
export function looseAliases(
  aliases: readonly YamlAlias[],
  splices: readonly Splice[],
): YamlAlias[] {
  if (aliases.length === 0) return [];
  const isRemoved = (offset: number): boolean =>
    splices.some(({ start, end }) => start <= offset && offset < end);
  return aliases.filter(({ start, anchor }) => isRemoved(anchor) && !isRemoved(start));
}

/** The index of the entry that contains an alias. */
export function entryOfAlias(items: readonly YamlItem[], { start }: YamlAlias): number | undefined {
  const position = items.findIndex(({ node }) => node.start <= start && start < node.end);
  return position < 0 ? undefined : position;
}
