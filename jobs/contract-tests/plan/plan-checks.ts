import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { compositeKeyChecks, keyChecks, primaryKeyOf } from './key-checks.ts';
import { columnPlace, isNested, placesInside } from './places.ts';
import type { Place } from './places.ts';
import type { CheckDraft, PlannedCheck } from './planned-check.ts';
import { qualityChecks } from './quality-checks.ts';
import { createReferences } from './references.ts';
import { propertyRelationshipChecks, tableRelationshipChecks } from './relationship-checks.ts';
import { serviceLevelChecks } from './servicelevel-checks.ts';
import { modelNameOf } from './server-kind.ts';
import type { Subject } from './subject.ts';
import { additionalColumnChecks, jsonRecordChecks, tablePresenceChecks } from './table-checks.ts';
import { typeChecks } from './type-checks.ts';
import { valueChecks } from './value-checks.ts';

function presenceCheck({ column, field }: Place): CheckDraft {
  return {
    type: 'field_is_present',
    name: `Check that field '${field}' is present`,
    field,
    expectation: { kind: 'present', column },
  };
}

/** The checks of a place and of everything inside of it; a column is also looked for and its types compared. */
function placeChecks(place: Place, subject: Subject, composite: boolean): CheckDraft[] {
  const own = { ...subject, place };
  const ofColumn = isNested(place)
    ? []
    : [presenceCheck(place), ...typeChecks(place, subject.server)];
  return [
    ...ofColumn,
    ...keyChecks(place, composite),
    ...valueChecks(place),
    ...propertyRelationshipChecks(own),
    ...qualityChecks(place.property.quality, own),
    ...placesInside(place).flatMap((inside) => placeChecks(inside, subject, false)),
  ];
}

function draftsOf(subject: Subject, model: ContractModel): CheckDraft[] {
  const { table, server } = subject;
  const composite = primaryKeyOf(table).length > 1;
  return [
    ...tablePresenceChecks(subject),
    ...table.properties.flatMap((property) =>
      placeChecks(columnPlace(property), subject, composite),
    ),
    ...additionalColumnChecks(subject, model),
    ...compositeKeyChecks(table),
    ...tableRelationshipChecks(subject),
    ...qualityChecks(table.quality, subject),
    ...jsonRecordChecks(server),
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

type Placed = { tableIndex: number; model: string; draft: CheckDraft };

function keyOf({ model, draft }: Placed): string {
  if (draft.key !== undefined) return draft.key;
  const parts = [model, draft.field, draft.keySuffix ?? draft.type];
  return parts.filter((part) => part !== undefined).join('__');
}

function plannedCheck({ tableIndex, model, draft }: Placed, key: string): PlannedCheck {
  return {
    key,
    category: draft.category ?? 'schema',
    type: draft.type,
    name: draft.name,
    model,
    field: draft.field,
    severity: draft.severity,
    dimension: draft.dimension ?? 'conformity',
    qualityReference: draft.qualityReference,
    tags: draft.tags ?? [],
    tableIndex,
    expectation: draft.expectation,
  };
}

/**
 * Everything that a contract asks of one server, in the order of the contract, service levels last: types, names and keys
 * as datacontract-cli gives them (`{model}__{field}__{type}`), keys unique within the run. Every rule gives a check; one
 * that cannot be evaluated says why. Reads nothing but its arguments, and never throws.
 */
export function planChecks(model: ContractModel, server: ContractServer): PlannedCheck[] {
  const references = createReferences(model);
  const ofTable = (table: ContractTable, tableIndex: number): Placed[] => {
    const name = modelNameOf(table, server);
    const subject = { table, model: name, tableIndex, server, references };
    return draftsOf(subject, model).map((draft) => ({ tableIndex, model: name, draft }));
  };
  const uniqueKey = createKeys();
  return [...model.tables.flatMap(ofTable), ...serviceLevelChecks(model, server, references)].map(
    (placed) => plannedCheck(placed, uniqueKey(keyOf(placed))),
  );
}
