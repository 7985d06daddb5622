import type {
  ContractModel,
  ContractProperty,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import type { FoundReference, ReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import { columnPlace, itemsPlace, memberPlace } from './places.ts';
import type { Place } from './places.ts';

/** What a reference names: a place of the contract, nothing that it has, or something of another document. */
export type Found =
  | { kind: 'found'; tableIndex: number; place: Place }
  | { kind: 'unknown'; reason: string }
  | { kind: 'outside' };

export type References = {
  propertyNamed: ReferenceFinder['propertyNamed'];
  /** What `table.column` (ODCS §1.7, §1.11) or `schema/<id>/properties/<id>` stands for. */
  find: (reference: string) => Found;
};

/** A path leads through members, and through items to their members. */
function inside(place: Place, property: ContractProperty): Place {
  const { properties, items } = place.property;
  return items === undefined || properties.includes(property)
    ? memberPlace(place, property)
    : memberPlace(itemsPlace(place, items), property);
}

function placeOf({ path }: FoundReference): Place | undefined {
  const [column, ...others] = path;
  return column && others.reduce(inside, columnPlace(column));
}

/** The references of one contract, as places of its plan. */
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
      const place = placeOf(found);
      return place === undefined
        ? { kind: 'unknown', reason: 'it names no column' }
        : { kind: 'found', tableIndex: positions.get(found.table) ?? 0, place };
    },
  };
}
