import { textsOf } from '../../../lib/address/address-texts.ts';
import type { RunAsset } from '../queries.ts';

export const assetChanges = ['created', 'updated', 'removed', 'left'] as const;
export type AssetChange = (typeof assetChanges)[number];
const levels = ['warn', 'error'] as const;

/** What the address of a run holds: the shown part with its filters. */
export type RunSearch = {
  part?: 'assets';
  q?: string;
  level?: (typeof levels)[number];
  change?: AssetChange;
};

export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const [part] = textsOf(search['part']);
  const [q] = textsOf(search['q']);
  const [level] = textsOf(search['level']);
  const [change] = textsOf(search['change']);
  const knownLevel = levels.find((each) => each === level);
  const knownChange = assetChanges.find((each) => each === change);
  return {
    ...(part === 'assets' && { part }),
    ...(q !== undefined && { q }),
    ...(knownLevel !== undefined && { level: knownLevel }),
    ...(knownChange !== undefined && { change: knownChange }),
  };
}

/** What the API is asked for. */
export type AssetFilter = {
  q?: string;
  change?: RunAsset['change'];
  leftAlone?: boolean;
  why?: NonNullable<RunAsset['leftAlone']>;
};

/** The filter of the address as the API takes it. */
export function assetFilterOf({ q, change }: RunSearch): AssetFilter {
  const words = q === undefined ? {} : { q };
  if (change === undefined) return words;
  if (change === 'left') return { ...words, leftAlone: true };
  return { ...words, change, leftAlone: false };
}
