import type { JsonObject } from '../standards/json-value.ts';
import { objectOf } from '../standards/json-value.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import { differingMembers } from './same-content.ts';

type Sides = { from: JsonObject; to: JsonObject };

/** Records changes of descriptive members, each with its own path; members in `judged` have other rules. */
export function compareWords(
  { from, to }: Sides,
  path: string,
  judged: ReadonlySet<string>,
  changes: ContractChange[],
): void {
  for (const name of differingMembers(from, to)) {
    if (judged.has(name)) continue;
    const [before, after] = [from[name], to[name]];
    const at = path === '' ? name : `${path}.${name}`;
    const [one, other] = [objectOf(before), objectOf(after)];
    if (one && other) compareWords({ from: one, to: other }, at, nothing, changes);
    else note(changes, 'annotation-changed', at, { from: before, to: after });
  }
}

const nothing: ReadonlySet<string> = new Set();
