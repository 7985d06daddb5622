import type { Field } from './shape.ts';

/** Whether what a list or map holds may be null: unless the contract requires it, except for numbers of a vector. */
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
