import { objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { compareWords } from './compare-words.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import { pairUp } from './pair-up.ts';
import { differingMembers, isSame } from './same-content.ts';

const keyOf = (server: JsonObject): string =>
  textOf(server['server']) ?? textOf(server['type']) ?? '';
const idOf = (entry: JsonObject): string | undefined => textOf(entry['id']);

/** Members of a server that do not affect how data is reached. */
const words: ReadonlySet<string> = new Set(['description', 'customProperties', 'tags']);

/** Records changes of the servers of two contracts; every other member is part of the connection. */
export function compareServers(from: JsonObject, to: JsonObject, changes: ContractChange[]): void {
  const [before, after] = [objectsOf(from['servers']), objectsOf(to['servers'])];
  if (isSame(before, after)) return;
  const { pairs, removed, added } = pairUp(before, after, [idOf, keyOf]);
  for (const server of removed) note(changes, 'server-removed', `servers[${keyOf(server)}]`);
  for (const server of added) note(changes, 'server-added', `servers[${keyOf(server)}]`);
  for (const pair of pairs) {
    if (!isSame(pair.from, pair.to)) compareServer(pair.from, pair.to, changes);
  }
  compareOrder(before, after, changes);
}

function compareServer(from: JsonObject, to: JsonObject, changes: ContractChange[]): void {
  const path = `servers[${keyOf(from)}]`;
  if (keyOf(from) !== keyOf(to)) {
    const values = { from: keyOf(from), to: keyOf(to) };
    note(changes, 'server-renamed', `${path}.server`, values);
  }
  for (const name of differingMembers(from, to)) {
    if (words.has(name) || name === 'id' || name === 'server' || name === 'roles') continue;
    note(changes, 'server-changed', `${path}.${name}`, { from: from[name], to: to[name] });
  }
  compareRoles(from['roles'], to['roles'], `${path}.`, changes);
  const others = differingMembers(from, to).filter((name) => !words.has(name));
  compareWords({ from, to }, path, new Set(others), changes);
}

/** Records a change of order, because the first server is often the default. */
function compareOrder(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  changes: ContractChange[],
): void {
  const [keys, others] = [before.map(keyOf), after.map(keyOf)];
  const kept = keys.filter((key) => others.includes(key));
  const now = others.filter((key) => keys.includes(key));
  if (!isSame(kept, now)) note(changes, 'order-changed', 'servers', { from: kept, to: now });
}

const judged: ReadonlySet<string> = new Set(['id', 'role', 'access']);

/** Records changes of the roles that grant access to data. */
export function compareRoles(
  from: unknown,
  to: unknown,
  prefix: string,
  changes: ContractChange[],
): void {
  if (isSame(from, to)) return;
  const nameOf = (role: JsonObject): string => textOf(role['role']) ?? '';
  const at = (role: JsonObject): string => `${prefix}roles[${nameOf(role)}]`;
  const { pairs, removed, added } = pairUp(objectsOf(from), objectsOf(to), [nameOf]);
  for (const role of removed) note(changes, 'role-removed', at(role));
  for (const role of added) note(changes, 'role-added', at(role));
  for (const pair of pairs) {
    const values = { from: pair.from['access'], to: pair.to['access'] };
    if (!isSame(values.from, values.to))
      note(changes, 'role-changed', `${at(pair.from)}.access`, values);
    compareWords(pair, at(pair.from), judged, changes);
  }
}
