import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Location } from './locations.ts';
import type { NestedShape } from '../../../domain/dialects/types/nested-type.ts';
import type { CheckDraft } from './planned-check.ts';

type Types = 'physical' | 'logical';

/** Types with members or items, by the platforms' names; other types (MAP, VARCHAR) cannot be examined. */
const containers: ReadonlySet<string> = new Set(
  (
    'object struct record row tuple nested array list variant json jsonb super dynamic ' +
    'repeated any'
  ).split(' '),
);

function isContainer(type: string | undefined): boolean {
  if (type === undefined) return false;
  const text = type.trim().toLowerCase();
  return text.endsWith(']') || containers.has(/^[a-z_]+/.exec(text)?.[0] ?? '');
}

const typeOf = (
  { physicalType, logicalType }: ContractProperty,
  types: Types,
): string | undefined => (types === 'physical' ? (physicalType ?? logicalType) : logicalType);

function shapeOf(property: ContractProperty, types: Types): NestedShape {
  return {
    type: typeOf(property, types),
    logicalType: property.logicalType,
    members: property.properties.map((member) => ({
      name: member.physicalName,
      shape: shapeOf(member, types),
    })),
    items: property.items && shapeOf(property.items, types),
  };
}

/** True if there are nested types to compare: the presence of members, or the types of items. */
function saysMore({ members, items }: NestedShape): boolean {
  if (members.length > 0) return true;
  return items !== undefined && (items.type !== undefined || saysMore(items));
}

/** The declared type with nested types, as results show it: `ARRAY(object(qty integer))`. */
export function describeShape({ type, members, items }: NestedShape): string {
  const inside =
    items === undefined
      ? members.map(({ name, shape }) => `${name} ${describeShape(shape)}`).join(', ')
      : describeShape(items);
  return `${type ?? ''}${inside === '' ? '' : `(${inside})`}`;
}

function nameOf(field: string, { items }: NestedShape, kind: string): string {
  const isList = items !== undefined && items.members.length === 0 && items.items === undefined;
  return isList
    ? `Check that items of array ${field} have ${kind} ${items.type}`
    : `Check that nested ${kind}s of ${field} are correct`;
}

/**
 * The check of the nested types of a column that is declared to have members or items, if it declares their
 * types.
 */
export function nestedTypeChecks(
  { property, column, field }: Location,
  types: Types,
): CheckDraft[] {
  if (!isContainer(typeOf(property, types))) return [];
  const shape = shapeOf(property, types);
  if (!saysMore(shape)) return [];
  const kind = types === 'physical' ? 'physical type' : 'type';
  return [
    {
      type: types === 'physical' ? 'field_nested_physical_type' : 'field_nested_type',
      name: nameOf(field, shape, kind),
      field,
      expectation: { kind: 'nested-type', column, shape, types },
    },
  ];
}
