import type { CustomProperties } from '../../../domain/standards/odcs/contract-model.ts';

type Described = { customProperties: CustomProperties };

/** True unless the first level that sets `additionalColumns` forbids them; the value may be a boolean or text. */
export function allowsMore(...levels: readonly Described[]): boolean {
  for (const { customProperties } of levels) {
    const value = customProperties['additionalColumns'];
    const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (text === false || text === 'false') return false;
    if (text === true || text === 'true') return true;
  }
  return true;
}
