import type { YamlAlias, YamlItem } from '../../lib/yaml-tree.ts';
import type { Splice } from './edit-text.ts';

/** Aliases that stay where they are while the anchors that they refer to are replaced or removed. */
export function looseAliases(
  aliases: readonly YamlAlias[],
  splices: readonly Splice[],
): YamlAlias[] {
  if (aliases.length === 0) return [];
  const isGone = (offset: number): boolean =>
    splices.some(({ start, end }) => start <= offset && offset < end);
  return aliases.filter(({ start, anchor }) => isGone(anchor) && !isGone(start));
}

/** The place of the entry that an alias stands in. */
export function entryOfAlias(items: readonly YamlItem[], { start }: YamlAlias): number | undefined {
  const place = items.findIndex(({ node }) => node.start <= start && start < node.end);
  return place < 0 ? undefined : place;
}
