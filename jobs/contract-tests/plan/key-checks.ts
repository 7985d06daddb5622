import type {
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { columnPlace, isNested } from './places.ts';
import type { Place } from './places.ts';
import type { CheckDraft } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';

const completeness = 'completeness';
const uniqueness = 'uniqueness';

function missing(type: string, name: string, { column, field }: Place): CheckDraft {
  const expectation = { kind: 'rows', column, rule: { kind: 'not-missing' } } as const;
  return { type, name, field, dimension: completeness, expectation };
}

function unique(type: string, name: string, place: Place): CheckDraft {
  const expectation = isNested(place)
    ? notEvaluated(
        'Whether values inside of objects and arrays are unique among all rows is not evaluated',
      )
    : ({ kind: 'unique', columns: [place.column] } as const);
  return { type, name, field: place.field, dimension: uniqueness, expectation };
}

/**
 * Checks of `required`, `unique` and `primaryKey` of one property. A key repeats neither the missing-value check of
 * a required nor, when it is the only member, the duplicate check of a unique property.
 */
export function keyChecks(place: Place, composite: boolean): CheckDraft[] {
  const { property, field } = place;
  const checks: CheckDraft[] = [];
  if (property.required) {
    checks.push(
      missing('field_required', `Check that field ${field} has no missing values`, place),
    );
  }
  if (property.unique) {
    checks.push(
      unique('field_unique', `Check that unique field ${field} has no duplicate values`, place),
    );
  }
  if (property.primaryKey && !property.required) {
    const name = `Check that primary key field ${field} has no missing values`;
    checks.push(missing('field_primary_key_required', name, place));
  }
  if (property.primaryKey && !composite && !property.unique) {
    const name = `Check that primary key field ${field} has no duplicate values`;
    checks.push(unique('field_primary_key_unique', name, place));
  }
  return checks;
}

/** The members of the primary key by `primaryKeyPosition`; those without one stand first, as datacontract-cli has it. */
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
      expectation: { kind: 'unique', columns: members.map((member) => columnPlace(member).column) },
    },
  ];
}
