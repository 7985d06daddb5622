import { dcsToOdcs } from '../standards/dcs/to-odcs.ts';
import { isDcs } from '../standards/versions.ts';
import { textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { compareSchema } from './compare-schema.ts';
import { compareRoles, compareServers } from './compare-servers.ts';
import { compareServiceLevels } from './compare-service-levels.ts';
import { compareWords } from './compare-words.ts';
import { note, toVerdict } from './contract-change.ts';
import type { ContractChange, ContractVerdict } from './contract-change.ts';
import type { RuleName } from './rules.ts';
import { isSame } from './same-content.ts';

/**
 * Members of a contract with separate rules; `uuid` and `kind` of old versions are equivalent to `id` and
 * `kind`.
 */
const judged: ReadonlySet<string> = new Set([
  'id',
  'uuid',
  'kind',
  'apiVersion',
  'version',
  'status',
  'price',
  'roles',
  'schema',
  'dataset',
  'servers',
  'slaProperties',
]);

/**
 * All differences of the second document (ODCS of any version, or the deprecated DCS) from the first, judged by
 * the rules of docs/breaking-changes.md. Never throws: parts that do not follow the standard are compared as
 * text.
 */
export function compareContracts(before: JsonObject, after: JsonObject): ContractVerdict {
  const ownTypes = isDcs(before) && isDcs(after);
  const [from, to] = [before, after].map((contract) =>
    isDcs(contract) ? dcsToOdcs(contract, { ownTypes }) : contract,
  ) as [JsonObject, JsonObject];
  const changes: ContractChange[] = [];
  compareSchema(from, to, changes);
  compareServers(from, to, changes);
  compareServiceLevels(from, to, changes);
  compareRoles(from['roles'], to['roles'], '', changes);
  compareStatus(from, to, changes);
  noteWhole({ from, to }, changes);
  compareWords({ from, to }, '', judged, changes);
  const versionOf = (contract: JsonObject): string => textOf(contract['version']) ?? '';
  return toVerdict(changes, { fromVersion: versionOf(from), toVersion: versionOf(to) });
}

const wholeMembers: readonly (readonly [string, RuleName])[] = [
  ['price', 'price-changed'],
  ['version', 'version-changed'],
  ['apiVersion', 'api-version-changed'],
];

function noteWhole(
  { from, to }: { from: JsonObject; to: JsonObject },
  changes: ContractChange[],
): void {
  for (const [member, rule] of wholeMembers) {
    const values = { from: from[member], to: to[member] };
    if (!isSame(values.from, values.to)) note(changes, rule, member, values);
  }
}

const promised: ReadonlySet<string> = new Set(['active', 'deprecated']);
const unpromised: ReadonlySet<string> = new Set(['draft', 'proposed']);

/** A retired contract, or one that returns to draft, makes no promises. */
function compareStatus(from: JsonObject, to: JsonObject, changes: ContractChange[]): void {
  const values = { from: textOf(from['status']), to: textOf(to['status']) };
  if (values.from === values.to) return;
  const [before, after] = [values.from, values.to].map((text) => text?.toLowerCase() ?? '');
  const withdrawn =
    after === 'retired' || (promised.has(before ?? '') && unpromised.has(after ?? ''));
  note(changes, withdrawn ? 'status-withdrawn' : 'status-changed', 'status', values);
}
