import type { Difference } from './difference.ts';

/** True for one aspect whose values look like this on both sides. */
export const between =
  (aspect: string, reference: RegExp, ours: RegExp) =>
  (difference: Difference): boolean =>
    difference.aspect === aspect &&
    reference.test(difference.reference) &&
    ours.test(difference.ours);

/** True for fields that have a physical name. */
export const isRenamed = ({ aspect, place }: Difference): boolean =>
  aspect === 'presence' && /\.(?:oid|sid|order_id|shipment_id)$/.test(place);
