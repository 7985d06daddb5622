import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { columnOf, compositeKeyChecks, keyChecks, primaryKeyOf } from './key-checks.ts';
import type { CheckDraft, PlannedCheck } from './planned-check.ts';
import { propertyQualityChecks, tableQualityChecks } from './quality-checks.ts';
import { typeChecks } from './type-checks.ts';
import { valueChecks } from './value-checks.ts';

function presenceCheck(property: ContractProperty): CheckDraft {
  const field = property.physicalName;
  const expectation = { kind: 'present', column: columnOf(property) } as const;
  return {
    type: 'field_is_present',
    name: `Check that field '${field}' is present`,
    field,
    expectation,
  };
}

/** A table without properties has no presence check of a field that could say that it is missing. */
function tablePresenceChecks(table: ContractTable): CheckDraft[] {
  if (table.properties.length > 0) return [];
  const name = `Check that model '${table.physicalName}' is present`;
  return [{ type: 'model_is_present', name, expectation: { kind: 'table-present' } }];
}

function draftsOf(table: ContractTable, server: ContractServer): CheckDraft[] {
  const composite = primaryKeyOf(table).length > 1;
  return [
    ...tablePresenceChecks(table),
    ...table.properties.flatMap((property) => [
      presenceCheck(property),
      ...typeChecks(property, columnOf(property), server),
      ...keyChecks(property, composite),
      ...valueChecks(property),
      ...propertyQualityChecks(property),
    ]),
    ...compositeKeyChecks(table),
    ...tableQualityChecks(table),
  ];
}

/** Gives each wish once: the second `a` becomes `a_2`, unless something is already called so. */
function createKeys(): (wish: string) => string {
  /** Keys given so far, with the count to try next when one is wished for again. */
  const nextCounts = new Map<string, number>();
  return (wish) => {
    let key = wish;
    let count = nextCounts.get(wish) ?? 2;
    for (; nextCounts.has(key); count += 1) key = `${wish}_${count}`;
    nextCounts.set(key, 2);
    nextCounts.set(wish, count);
    return key;
  };
}

/**
 * Everything that a contract asks of one server, in the order of the contract: types, names and keys as
 * datacontract-cli gives them (`{model}__{field}__{type}`), keys unique within the run. Reads nothing but its arguments.
 */
export function planChecks(model: ContractModel, server: ContractServer): PlannedCheck[] {
  const keyOf = createKeys();
  return model.tables.flatMap((table, tableIndex) =>
    draftsOf(table, server).map((draft) => {
      const parts = [table.physicalName, draft.field, draft.keySuffix ?? draft.type];
      return {
        key: keyOf(parts.filter((part) => part !== undefined).join('__')),
        category: draft.category ?? 'schema',
        type: draft.type,
        name: draft.name,
        model: table.physicalName,
        field: draft.field,
        severity: draft.severity,
        dimension: draft.dimension ?? 'conformity',
        qualityReference: draft.qualityReference,
        tags: draft.tags ?? [],
        tableIndex,
        expectation: draft.expectation,
      };
    }),
  );
}
