import type { ContractProperty, ContractTable } from '../standards/odcs/contract-model.ts';
import { promisesOf } from './promises.ts';
import type { Promised } from './promises.ts';

/** A field at any depth; fields inside of another one follow it. */
export type FieldView = {
  /** `address.city`, `tags[]`, `attributes{}`: names of the contract. */
  path: string;
  /** The same with physical names, as results of tests name it. */
  physicalPath: string;
  name: string;
  /** 0 for columns. */
  depth: number;
  logicalType: string | null;
  physicalType: string | null;
  businessName: string | null;
  description: string | null;
  required: boolean;
  unique: boolean;
  primaryKey: boolean;
  primaryKeyPosition: number | null;
  partitioned: boolean;
  classification: string | null;
  tags: readonly string[];
  deprecated: boolean;
  /** True for measures and other fields that are no columns of the table. */
  computed: boolean;
  expression: string | null;
  examples: readonly unknown[];
  promises: Promised[];
};

type Place = { path: string; physicalPath: string; depth: number; computed: boolean };

/** All fields of a table, nested ones directly after the field that holds them. */
export function listFields({ properties, computed }: ContractTable): FieldView[] {
  const columns = properties.flatMap((property) => fieldsAt(property, undefined, false));
  return [...columns, ...computed.flatMap((property) => fieldsAt(property, undefined, true))];
}

function fieldsAt(
  property: ContractProperty,
  parent: Place | undefined,
  computed: boolean,
): FieldView[] {
  const { name, physicalName } = property;
  const within = (prefix: string | undefined, own: string): string =>
    prefix === undefined ? own : `${prefix}.${own}`;
  const place = {
    path: within(parent?.path, name),
    physicalPath: within(parent?.physicalPath, physicalName),
    depth: parent ? parent.depth + 1 : 0,
    computed,
  };
  return fieldsOf(property, place);
}

function fieldsOf(property: ContractProperty, place: Place): FieldView[] {
  const { properties, items, map } = property;
  const ending = (mark: string): Place => ({
    ...place,
    path: place.path + mark,
    physicalPath: place.physicalPath + mark,
    depth: place.depth + 1,
  });
  return [
    toView(property, place),
    ...properties.flatMap((member) => fieldsAt(member, place, place.computed)),
    ...(items ? fieldsOf(items, ending('[]')) : []),
    ...(map ? fieldsOf(map.value, ending('{}')) : []),
  ];
}

function toView(property: ContractProperty, place: Place): FieldView {
  const { name, required, unique, primaryKey, partitioned, tags, deprecated, examples } = property;
  return {
    ...place,
    name,
    logicalType: property.logicalType ?? null,
    physicalType: property.physicalType ?? null,
    businessName: property.businessName ?? null,
    description: property.description ?? null,
    required,
    unique,
    primaryKey,
    primaryKeyPosition: property.primaryKeyPosition ?? null,
    partitioned,
    classification: property.classification ?? null,
    tags,
    deprecated,
    expression: property.transformLogic ?? null,
    examples,
    promises: promisesOf(property),
  };
}
