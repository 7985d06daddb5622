import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';
import { nestedTypeChecks } from './nested-types.ts';
import type { Place } from './places.ts';
import type { CheckDraft } from './planned-check.ts';
import { comparedTypes, hidesNestedTypes, isUntyped } from './server-kind.ts';

function physicalTypeChecks({ property, column, field }: Place): CheckDraft[] {
  const { physicalType } = property;
  if (physicalType === undefined) return [];
  const name = `Check that field ${field} has physical type ${physicalType}`;
  const expectation = { kind: 'physical-type', column, physicalType } as const;
  return [{ type: 'field_physical_type', name, field, expectation }];
}

function logicalTypeChecks(
  { property, column, field }: Place,
  server: ContractServer,
): CheckDraft[] {
  const { logicalType } = property;
  if (logicalType === undefined) return [];
  const name = `Check that field ${field} has type ${logicalType}`;
  const expectation = isUntyped(server)
    ? ({ kind: 'rows', column, rule: { kind: 'castable', logicalType } } as const)
    : ({ kind: 'logical-type', column, logicalType } as const);
  return [{ type: 'field_type', name, field, expectation }];
}

/**
 * The checks of a column's type and of the types inside of it: `physicalType` where columns have types, else `logicalType`
 * (MySQL: both). In CSV and JSON `field_type` asks whether each value can be read as the declared type, and what is
 * inside of JSON records is asked by the check of the records.
 */
export function typeChecks(place: Place, server: ContractServer): CheckDraft[] {
  const compared = comparedTypes(server);
  const physical = compared === 'logical' ? [] : physicalTypeChecks(place);
  const logical =
    compared === 'physical' && physical.length > 0 ? [] : logicalTypeChecks(place, server);
  const nested = hidesNestedTypes(server)
    ? []
    : nestedTypeChecks(place, physical.length > 0 ? 'physical' : 'logical');
  return [...logical, ...physical, ...nested];
}

/** The check of the values inside of a column: JSON says the type of each, and what has types says it for all. */
export function nestedValueTypeChecks({ property, column, field }: Place): CheckDraft[] {
  const { logicalType } = property;
  if (logicalType === undefined) return [];
  const expectation = { kind: 'rows', column, rule: { kind: 'castable', logicalType } } as const;
  return [
    {
      type: 'field_type',
      name: `Check that field ${field} has type ${logicalType}`,
      field,
      expectation,
    },
  ];
}
