import type {
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { columnLocation, isNested } from './locations.ts';
import type { Location } from './locations.ts';
import type { CheckDraft } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';

const completeness = 'completeness';
const uniqueness = 'uniqueness';

function missing(type: string, name: string, { column, field }: Location): CheckDraft {
  const expectation = { kind: 'rows', column, rule: { kind: 'not-missing' } } as const;
  return { type, name, field, dimension: completeness, expectation };
}

function unique(type: string, name: string, location: Location): CheckDraft {
  const expectation = isNested(location)
    ? notEvaluated(
        'Whether values inside of objects and arrays are unique among all rows is not evaluated',
      )
    : ({ kind: 'unique', columns: [location.column] } as const);
  return { type, name, field: location.field, dimension: uniqueness, expectation };
}

/**
 * Checks of `required`, `unique` and `primaryKey` of one property. A key repeats neither the missing-value
 * check of a required nor, when it is the only member, the duplicate check of a unique property.
 */
export function keyChecks(location: Location, composite: boolean): CheckDraft[] {
  const { property, field } = location;
  const checks: CheckDraft[] = [];
  if (property.required) {
    checks.push(
      missing('field_required', `Check that field ${field} has no missing values`, location),
    );
  }
  if (property.unique) {
    checks.push(
      unique('field_unique', `Check that unique field ${field} has no duplicate values`, location),
    );
  }
  if (property.primaryKey && !property.required) {
    const name = `Check that primary key field ${field} has no missing values`;
    checks.push(missing('field_primary_key_required', name, location));
  }
  if (property.primaryKey && !composite && !property.unique) {
    const name = `Check that primary key field ${field} has no duplicate values`;
    checks.push(unique('field_primary_key_unique', name, location));
  }
  return checks;
}

/**
 * The members of the primary key by `primaryKeyPosition`; members without a position come first, as in
 * datacontract-cli.
 */
export function primaryKeyOf(table: ContractTable): ContractProperty[] {
  const position = (property: ContractProperty): number => property.primaryKeyPosition ?? 0;
  return table.properties
    .filter((property) => property.primaryKey)
    .sort((one, other) => position(one) - position(other));
}

/** The one duplicate check of a primary key with several members. */
export function compositeKeyChecks(table: ContractTable): CheckDraft[] {
  const members = primaryKeyOf(table);
  if (members.length < 2) return [];
  const names = members.map((member) => member.physicalName).join(', ');
  return [
    {
      type: 'primary_key_unique',
      name: `Check that primary key (${names}) has no duplicate values`,
      dimension: uniqueness,
      expectation: {
        kind: 'unique',
        columns: members.map((member) => columnLocation(member).column),
      },
    },
  ];
}
