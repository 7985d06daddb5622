import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { ColumnReference } from './planned-check.ts';

/** The location of a property: a column, or a value nested in one (`address.city`, `tags[]`). */
export type Location = {
  property: ContractProperty;
  column: ColumnReference;
  /** Its name in results. */
  field: string;
};

/** The location of a column. */
export function columnLocation(property: ContractProperty): Location {
  const { physicalName, logicalType } = property;
  return { property, column: { name: physicalName, logicalType }, field: physicalName };
}

/** True if a location is nested in a column. */
export function isNested({ column }: Location): boolean {
  return column.steps !== undefined;
}

/** The location of a member of the object at `parent`. */
export function memberLocation(parent: Location, property: ContractProperty): Location {
  const { physicalName, logicalType } = property;
  const steps = [...(parent.column.steps ?? []), { member: physicalName, logicalType }];
  return {
    property,
    column: { ...parent.column, steps },
    field: `${parent.field}.${physicalName}`,
  };
}

/** The location of the items of the array at `parent`. */
export function itemsLocation(parent: Location, property: ContractProperty): Location {
  const steps = [
    ...(parent.column.steps ?? []),
    { items: true, logicalType: property.logicalType } as const,
  ];
  return { property, column: { ...parent.column, steps }, field: `${parent.field}[]` };
}

/** The locations directly within a location: members of an object, items of an array. */
export function locationsInside(location: Location): Location[] {
  const { properties, items } = location.property;
  const members = properties.map((property) => memberLocation(location, property));
  return items === undefined ? members : [...members, itemsLocation(location, items)];
}
