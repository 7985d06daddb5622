import type { Field } from './shape.ts';

/** True if the items of a list or values of a map may be null: the contract does not require them, and they are no vector elements. */
export function canHoldNull(inside: Field, holder: Field): boolean {
  if (inside.property !== undefined)
    return !inside.property.required && !inside.property.primaryKey;
  const { physicalType = '', logicalType } = holder.property ?? {};
  const isVector =
    logicalType === 'vector' ||
    /^(?:vector|halfvec)\b/i.test(physicalType) ||
    (holder.shape.kind === 'list' && holder.shape.dimensions !== undefined);
  return !isVector && inside.shape.kind !== 'record';
}
