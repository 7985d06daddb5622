import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** Maximum share of assets that one run may remove without a person's confirmation. */
export const removalFuseSchema = Type.Object(
  {
    percent: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Of the assets of the integration' }),
    ),
    assets: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of assets' })),
  },
  {
    additionalProperties: false,
    description:
      'A run that would remove more than `assets` assets (20) and more than `percent` of all (30) removes nothing and fails',
  },
);
export type RemovalFuse = Static<typeof removalFuseSchema>;

/** The limits of a fuse, with its defaults. */
export function fuseLimits({ percent = 30, assets = 20 }: RemovalFuse): Required<RemovalFuse> {
  return { percent, assets };
}

/**
 * The reason why a run must not remove missing assets, for people; undefined when it may. An empty scan more
 * likely means a lost permission than an empty platform.
 */
export function removalProblem(
  scan: { found: number; owned: number; stale: number },
  fuse: RemovalFuse,
): string | undefined {
  const { found, owned, stale } = scan;
  const { percent, assets } = fuseLimits(fuse);
  const vanished = `${stale} of ${owned} assets of the integration were not found any more`;
  if (stale > 0 && found === 0) return `${vanished}, and no other asset was found`;
  const share = owned === 0 ? 0 : (100 * stale) / owned;
  if (stale <= assets || share <= percent) return undefined;
  return `${vanished}; more than ${assets} and ${percent} % may not be removed in one run`;
}
