import type {
  ContractModel,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { compositeKeyChecks, keyChecks, primaryKeyOf } from './key-checks.ts';
import { columnPlace, isNested, placesInside } from './places.ts';
import type { Place } from './places.ts';
import { withinDepth } from './nesting-depth.ts';
import type { CheckDraft, PlannedCheck } from './planned-check.ts';
import { qualityChecks } from './quality-checks.ts';
import { createReferences } from './references.ts';
import { propertyRelationshipChecks, tableRelationshipChecks } from './relationship-checks.ts';
import { serviceLevelChecks } from './servicelevel-checks.ts';
import { modelNameOf } from './server-kind.ts';
import type { Subject } from './subject.ts';
import { additionalColumnChecks, jsonRecordChecks, tablePresenceChecks } from './table-checks.ts';
import { nestedValueTypeChecks, typeChecks } from './type-checks.ts';
import { valueChecks } from './value-checks.ts';
import { notEvaluated } from './verdicts.ts';

function presenceCheck({ column, field }: Place): CheckDraft {
  return {
    type: 'field_is_present',
    name: `Check that field '${field}' is present`,
    field,
    expectation: { kind: 'present', column },
  };
}

function append(drafts: CheckDraft[], more: readonly CheckDraft[]): void {
  for (const draft of more) drafts.push(draft);
}

/** Adds the checks of a place and of everything inside of it; a column is also looked for and its types compared. */
function addPlace(drafts: CheckDraft[], place: Place, subject: Subject, composite: boolean): void {
  const own = { ...subject, place };
  if (isNested(place)) append(drafts, nestedValueTypeChecks(place));
  else {
    drafts.push(presenceCheck(place));
    append(drafts, typeChecks(place, subject.server));
  }
  append(drafts, keyChecks(place, composite));
  append(drafts, valueChecks(place));
  append(drafts, propertyRelationshipChecks(own));
  append(drafts, qualityChecks(place.property.quality, own));
  for (const inside of placesInside(place)) addPlace(drafts, inside, subject, false);
}

/** Rules of measures and computed dimensions, of which there is no column to read. */
function computedChecks(subject: Subject): CheckDraft[] {
  return subject.table.computed.flatMap((property) => {
    const place = columnPlace(property);
    const reason = `'${place.field}' is computed and no column of the table, so its rules are not checked`;
    return qualityChecks(property.quality, { ...subject, place }).map((draft) => ({
      ...draft,
      expectation: notEvaluated(reason),
    }));
  });
}

function draftsOf(subject: Subject, contract: ContractModel): CheckDraft[] {
  const { table, server } = subject;
  const composite = primaryKeyOf(table).length > 1;
  const drafts = tablePresenceChecks(subject);
  for (const property of table.properties)
    addPlace(drafts, columnPlace(property), subject, composite);
  append(drafts, additionalColumnChecks(subject, contract));
  append(drafts, compositeKeyChecks(table));
  append(drafts, tableRelationshipChecks(subject));
  append(drafts, qualityChecks(table.quality, subject));
  append(drafts, computedChecks(subject));
  append(drafts, jsonRecordChecks(server));
  return drafts;
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

/** The table that a check is about. */
type About = { tableIndex: number; model: string };

function keyOf({ model }: About, draft: CheckDraft): string {
  if (draft.key !== undefined) return draft.key;
  const rule = draft.keySuffix ?? draft.type;
  return draft.field === undefined ? `${model}__${rule}` : `${model}__${draft.field}__${rule}`;
}

function plannedCheck({ tableIndex, model }: About, draft: CheckDraft, key: string): PlannedCheck {
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
    expectation: withinDepth(draft.expectation),
  };
}

/**
 * Everything that a contract asks of one server, in the order of the contract, service levels last: types, names and keys
 * as datacontract-cli gives them (`{model}__{field}__{type}`), keys unique within the run. Every rule gives a check; one
 * that cannot be evaluated says why. Reads nothing but its arguments, and never throws.
 */
export function planChecks(model: ContractModel, server: ContractServer): PlannedCheck[] {
  const references = createReferences(model);
  const uniqueKey = createKeys();
  const planned: PlannedCheck[] = [];
  const add = (about: About, draft: CheckDraft): void => {
    planned.push(plannedCheck(about, draft, uniqueKey(keyOf(about, draft))));
  };
  for (const [tableIndex, table] of model.tables.entries()) {
    const about = { tableIndex, model: modelNameOf(table, server) };
    for (const draft of draftsOf({ ...about, table, server, references }, model)) add(about, draft);
  }
  for (const { draft, ...about } of serviceLevelChecks(model, server, references))
    add(about, draft);
  return planned;
}
