import type { Field } from './shape.ts';

/** Whether what a list or map holds may be null: unless the contract requires it, except for numbers of a vector. */
export function canHoldNull(inside: Field, holder: Field): boolean {
  if (inside.property !== undefined)
    return !inside.property.required && !inside.property.primaryKey;
  const isVector = holder.shape.kind === 'list' && holder.shape.dimensions !== undefined;
  return !isVector && holder.property?.logicalType !== 'vector' && inside.shape.kind !== 'record';
}
