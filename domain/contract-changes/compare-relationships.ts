import { canonicalJson } from '../../lib/json/json.ts';
import { objectsOf } from '../standards/json-value.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import { pairUp } from './pair-up.ts';
import { compareWords } from './compare-words.ts';
import { isSame } from './same-content.ts';

/** Records added and removed relationships; a relationship with another target is a different one. */
export function compareRelationships(
  from: unknown,
  to: unknown,
  path: string,
  changes: ContractChange[],
): void {
  if (isSame(from, to)) return;
  const keyOf = ({ from: start, to: end }: Record<string, unknown>): string =>
    canonicalJson([start ?? null, end ?? null]);
  const { pairs, removed, added } = pairUp(objectsOf(from), objectsOf(to), [keyOf]);
  const at = `${path}.relationships`;
  for (const relationship of removed)
    note(changes, 'relationship-removed', at, { from: relationship['to'] });
  for (const relationship of added)
    note(changes, 'relationship-added', at, { to: relationship['to'] });
  for (const pair of pairs) compareWords(pair, at, judged, changes);
}

const judged: ReadonlySet<string> = new Set(['from', 'to']);
