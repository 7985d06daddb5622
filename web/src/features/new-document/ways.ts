import type { About } from './about-fields.tsx';
import type { DraftKind } from './uploads.ts';

/** How a document can begin, by its kind. */
export const waysOf = {
  datacontracts: ['template', 'tables', 'dbt', 'upload'],
  dataproducts: ['template', 'contracts', 'upload'],
} as const;

export type Way = (typeof waysOf)[DraftKind][number];

export type WayProps = {
  kind: DraftKind;
  about: About;
  onAbout: (about: About) => void;
};

const allWays: readonly string[] = Object.values(waysOf).flat();

/** How to begin, and the asset of which a contract is wanted, from the address. */
export function readNewSearch({ from, asset }: Record<string, unknown>): {
  from?: Way;
  asset?: string;
} {
  return {
    ...(allWays.includes(String(from)) && { from: from as Way }),
    ...(typeof asset === 'string' && { asset }),
  };
}
