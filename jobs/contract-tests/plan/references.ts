import type {
  ContractModel,
  ContractProperty,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { FoundReference, ReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import { columnLocation, itemsLocation, memberLocation } from './locations.ts';
import type { Location } from './locations.ts';

/** The target of a reference: a location in the contract, nothing, or a part of another document. */
export type Found =
  | { kind: 'found'; tableIndex: number; location: Location }
  | { kind: 'unknown'; reason: string }
  | { kind: 'outside' };

export type References = {
  propertyNamed: ReferenceFinder['propertyNamed'];
  /** Resolves `table.column` or `schema/<id>/properties/<id>`. */
  find: (reference: string) => Found;
};

/** Resolves a path through members, and through items to their members. */
function inside(location: Location, property: ContractProperty): Location {
  const { properties, items } = location.property;
  return items === undefined || properties.includes(property)
    ? memberLocation(location, property)
    : memberLocation(itemsLocation(location, items), property);
}

function locationOf({ path }: FoundReference): Location | undefined {
  const [column, ...others] = path;
  return column && others.reduce(inside, columnLocation(column));
}

/** The references of one contract, as locations of its plan. */
export function createReferences(model: ContractModel): References {
  const finder = createReferenceFinder(model);
  const positions = new Map(model.tables.map((table, position) => [table, position]));
  return {
    propertyNamed: finder.propertyNamed,
    find: (reference) => {
      const found = finder.find(reference);
      if ('reason' in found) {
        const { reason, isOutside } = found;
        return isOutside ? { kind: 'outside' } : { kind: 'unknown', reason };
      }
      const location = locationOf(found);
      return location === undefined
        ? { kind: 'unknown', reason: 'it names no column' }
        : { kind: 'found', tableIndex: positions.get(found.table) ?? 0, location };
    },
  };
}
