import type { UnreadLink } from '../../linked-definitions/inline-definitions.ts';
import type {
  ContractModel,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { compositeKeyChecks, keyChecks, primaryKeyOf } from './key-checks.ts';
import { unreadLinkChecks } from './linked-definition-checks.ts';
import { columnLocation, isNested, locationsInside } from './locations.ts';
import type { Location } from './locations.ts';
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

function presenceCheck({ column, field }: Location): CheckDraft {
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

/** Adds the checks of a location and of all nested locations; for a column also of its presence and types. */
function addLocation(
  drafts: CheckDraft[],
  location: Location,
  subject: Subject,
  composite: boolean,
): void {
  const own = { ...subject, location };
  if (isNested(location)) append(drafts, nestedValueTypeChecks(location));
  else {
    drafts.push(presenceCheck(location));
    append(drafts, typeChecks(location, subject.server));
  }
  append(drafts, keyChecks(location, composite));
  append(drafts, valueChecks(location));
  append(drafts, propertyRelationshipChecks(own));
  append(drafts, qualityChecks(location.property.quality, own));
  for (const inside of locationsInside(location)) addLocation(drafts, inside, subject, false);
}

/** Rules of measures and computed dimensions, which have no column to read. */
function computedChecks(subject: Subject): CheckDraft[] {
  return subject.table.computed.flatMap((property) => {
    const location = columnLocation(property);
    const reason = `'${location.field}' is computed and no column of the table, so its rules are not checked`;
    return qualityChecks(property.quality, { ...subject, location }).map((draft) => ({
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
    addLocation(drafts, columnLocation(property), subject, composite);
  append(drafts, additionalColumnChecks(subject, contract));
  append(drafts, compositeKeyChecks(table));
  append(drafts, tableRelationshipChecks(subject));
  append(drafts, qualityChecks(table.quality, subject));
  append(drafts, computedChecks(subject));
  append(drafts, jsonRecordChecks(server));
  return drafts;
}

/** Makes keys unique: the second `a` becomes `a_2`, unless that is taken. */
function createKeys(): (wanted: string) => string {
  /** Keys used so far, with the next number to try. */
  const nextCounts = new Map<string, number>();
  return (wanted) => {
    let key = wanted;
    let count = nextCounts.get(wanted) ?? 2;
    for (; nextCounts.has(key); count += 1) key = `${wanted}_${count}`;
    nextCounts.set(key, 2);
    nextCounts.set(wanted, count);
    return key;
  };
}

/** The table of a check. */
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
 * Plans all checks of a contract on one server, in the order of the contract, service levels last: types, names
 * and keys as in datacontract-cli (`{model}__{field}__{type}`), keys unique within the run. Every rule gives a
 * check; one that cannot be evaluated has a reason. Pure, and never throws.
 */
export function planChecks(
  model: ContractModel,
  server: ContractServer,
  unread: readonly UnreadLink[] = [],
): PlannedCheck[] {
  const references = createReferences(model);
  const uniqueKey = createKeys();
  const planned: PlannedCheck[] = [];
  const add = (about: About, draft: CheckDraft): void => {
    planned.push(plannedCheck(about, draft, uniqueKey(keyOf(about, draft))));
  };
  for (const [tableIndex, table] of model.tables.entries()) {
    const about = { tableIndex, model: modelNameOf(table, server) };
    for (const draft of draftsOf({ ...about, table, server, references }, model)) add(about, draft);
    for (const draft of unreadLinkChecks(unread, tableIndex)) add(about, draft);
  }
  for (const { draft, ...about } of serviceLevelChecks(model, server, references))
    add(about, draft);
  return planned;
}
