import type { JsonObject } from '../standards/json-value.ts';
import { textOf } from '../standards/json-value.ts';
import { normaliseProperty } from '../standards/odcs/normalise-property.ts';
import { compareOptions } from './compare-options.ts';
import type { PropertySide } from './compare-options.ts';
import { comparePhysicalTypes } from './compare-physical-types.ts';
import type { TypeMovement } from './compare-physical-types.ts';
import { compareQuality } from './compare-quality.ts';
import { compareWords } from './compare-words.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import type { RuleName } from './rules.ts';
import { isSame } from './same-content.ts';

type Sides = { from: PropertySide; to: PropertySide };

/** Members of a property with separate rules, or judged together with the surrounding schema. */
const judged: ReadonlySet<string> = new Set([
  'id',
  'name',
  'column',
  'physicalName',
  'logicalType',
  'physicalType',
  'required',
  'isNullable',
  'unique',
  'isUnique',
  'primaryKey',
  'isPrimaryKey',
  'primaryKeyPosition',
  'enum',
  'logicalTypeOptions',
  'quality',
  'classification',
  'encryptedName',
  'deprecated',
  'partitioned',
  'partitionKeyPosition',
  'transformLogic',
  'transformSourceObjects',
  'relationships',
  'properties',
  'columns',
  'items',
  'map',
]);

/** Records changes of one property, except its key, its relationships and its nested properties. */
export function compareProperty(
  from: JsonObject,
  to: JsonObject,
  path: string,
  changes: ContractChange[],
): void {
  const sides = { from: sideOf(from), to: sideOf(to) };
  compareNames(sides, path, changes);
  compareTypes(sides, path, changes);
  compareFlags(sides, path, changes);
  compareOptions(sides, path, changes);
  compareClassification(sides, path, changes);
  compareStorage(sides, path, changes);
  compareQuality(from['quality'], to['quality'], path, changes);
  compareWords({ from, to }, path, judged, changes);
}

function sideOf(raw: JsonObject): PropertySide {
  return { raw, model: normaliseProperty(raw, textOf(raw['name']) ?? textOf(raw['column']) ?? '') };
}

function compareNames({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  if (from.model.name !== to.model.name) {
    const values = { from: from.model.name, to: to.model.name };
    note(changes, 'property-renamed', `${path}.name`, values);
  }
  comparePhysicalNames(from, to, path, changes);
}

/**
 * Compares physical names of an object or a property; a physical name that merely follows a renamed name is not a separate change.
 */
export function comparePhysicalNames(
  from: { raw: JsonObject; model: { physicalName: string } },
  to: { raw: JsonObject; model: { physicalName: string } },
  path: string,
  changes: ContractChange[],
): void {
  const [before, after] = [from.model.physicalName, to.model.physicalName];
  const isWritten = [from, to].some(({ raw }) => textOf(raw['physicalName']) !== undefined);
  if (before === after || !isWritten) return;
  note(changes, 'physical-name-changed', `${path}.physicalName`, { from: before, to: after });
}

const physicalRules: Record<TypeMovement, RuleName | undefined> = {
  same: undefined,
  respelled: 'physical-type-respelled',
  widened: 'physical-type-widened',
  narrowed: 'physical-type-narrowed',
  retyped: 'physical-type-changed',
};

function compareTypes({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const logical = { from: logicalTypeOf(from), to: logicalTypeOf(to) };
  const logicalRule = presenceRule(logical, 'logical-type');
  if (logicalRule) note(changes, logicalRule, `${path}.logicalType`, logical);
  const physical = { from: from.model.physicalType, to: to.model.physicalType };
  const rule =
    physical.from !== undefined && physical.to !== undefined
      ? physicalRules[comparePhysicalTypes(physical.from, physical.to)]
      : presenceRule(physical, 'physical-type');
  if (rule) note(changes, rule, `${path}.physicalType`, physical);
}

/** ODCS 2.2 allows any text here; types unknown to the model are compared as text. */
function logicalTypeOf({ raw, model }: PropertySide): string | undefined {
  return model.logicalType ?? textOf(raw['logicalType']);
}

function presenceRule(
  { from, to }: { from: string | undefined; to: string | undefined },
  subject: 'logical-type' | 'physical-type' | 'classification',
): RuleName | undefined {
  if (from === to) return undefined;
  if (from === undefined) return `${subject}-added`;
  return to === undefined ? `${subject}-removed` : `${subject}-changed`;
}

function compareFlags({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  for (const flag of ['required', 'unique'] as const) {
    const [before, after] = [from.model[flag], to.model[flag]];
    if (before === after) continue;
    const rule = `${flag}-${after ? 'added' : 'removed'}` as const;
    note(changes, rule, `${path}.${flag}`, { from: before, to: after });
  }
}

function compareClassification({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const levels = { from: from.model.classification, to: to.model.classification };
  const rule = presenceRule(levels, 'classification');
  if (rule) note(changes, rule, `${path}.classification`, levels);
}

/** Compares how the values are stored, derived and announced. */
function compareStorage({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const [before, after] = [from.raw, to.raw];
  const encrypted = { from: textOf(before['encryptedName']), to: textOf(after['encryptedName']) };
  if (encrypted.from !== encrypted.to) {
    const rule = encrypted.from === undefined ? 'annotation-changed' : 'physical-name-changed';
    note(changes, rule, `${path}.encryptedName`, encrypted);
  }
  const rulesOf = [
    ['deprecated', 'deprecation-changed'],
    ['partitioned', 'partition-changed'],
    ['partitionKeyPosition', 'partition-changed'],
    ['transformLogic', 'transformation-changed'],
    ['transformSourceObjects', 'transformation-changed'],
  ] as const;
  for (const [member, rule] of rulesOf) {
    const values = { from: before[member], to: after[member] };
    if (!isSame(values.from, values.to)) note(changes, rule, `${path}.${member}`, values);
  }
}
