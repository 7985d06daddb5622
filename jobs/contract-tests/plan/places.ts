import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { ColumnReference } from './planned-check.ts';

/** A property where it stands: a column, or something inside of one (`address.city`, `tags[]`). */
export type Place = {
  property: ContractProperty;
  column: ColumnReference;
  /** As results name it. */
  field: string;
};

/** The place of a property that is a column. */
export function columnPlace(property: ContractProperty): Place {
  const { physicalName, logicalType } = property;
  return { property, column: { name: physicalName, logicalType }, field: physicalName };
}

/** Whether a place is inside of a column. */
export function isNested({ column }: Place): boolean {
  return column.steps !== undefined;
}

/** The place of a member of the object at `parent`. */
export function memberPlace(parent: Place, property: ContractProperty): Place {
  const { physicalName, logicalType } = property;
  const steps = [...(parent.column.steps ?? []), { member: physicalName, logicalType }];
  return {
    property,
    column: { ...parent.column, steps },
    field: `${parent.field}.${physicalName}`,
  };
}

/** The place of the items of the array at `parent`. */
export function itemsPlace(parent: Place, property: ContractProperty): Place {
  const steps = [
    ...(parent.column.steps ?? []),
    { items: true, logicalType: property.logicalType } as const,
  ];
  return { property, column: { ...parent.column, steps }, field: `${parent.field}[]` };
}

/** The places directly inside of a place: members of an object, items of an array. */
export function placesInside(place: Place): Place[] {
  const { properties, items } = place.property;
  const members = properties.map((property) => memberPlace(place, property));
  return items === undefined ? members : [...members, itemsPlace(place, items)];
}
