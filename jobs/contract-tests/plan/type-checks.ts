import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';
import { nestedTypeChecks } from './nested-types.ts';
import type { Location } from './locations.ts';
import type { CheckDraft } from './planned-check.ts';
import { comparedTypes, hidesNestedTypes, isUntyped } from './server-kind.ts';

function physicalTypeChecks({ property, column, field }: Location): CheckDraft[] {
  const { physicalType } = property;
  if (physicalType === undefined) return [];
  const name = `Check that field ${field} has physical type ${physicalType}`;
  const expectation = { kind: 'physical-type', column, physicalType } as const;
  return [{ type: 'field_physical_type', name, field, expectation }];
}

function logicalTypeChecks(
  { property, column, field }: Location,
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
 * The checks of a column's type and of its nested types: `physicalType` where columns have types, else
 * `logicalType` (MySQL: both). For CSV and JSON, `field_type` checks that each value can be read as the
 * declared type; nested values of JSON records are covered by the check of the records.
 */
export function typeChecks(location: Location, server: ContractServer): CheckDraft[] {
  const compared = comparedTypes(server);
  const physical = compared === 'logical' ? [] : physicalTypeChecks(location);
  const logical =
    compared === 'physical' && physical.length > 0 ? [] : logicalTypeChecks(location, server);
  const nested = hidesNestedTypes(server)
    ? []
    : nestedTypeChecks(location, physical.length > 0 ? 'physical' : 'logical');
  return [...logical, ...physical, ...nested];
}

/**
 * The check of the values nested in a column: in JSON each value has its own type, in typed data the column has
 * it.
 */
export function nestedValueTypeChecks({ property, column, field }: Location): CheckDraft[] {
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
