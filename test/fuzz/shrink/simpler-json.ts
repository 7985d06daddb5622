import { copyJson, setMember, slotsOf } from '../generate/json-tree.ts';
import { withoutParts, withoutSpans } from './shrink.ts';

/** JSON values with a part left out or shortened; members first, then the content of texts. */
export function* simplerJson(value: unknown): Generator {
  yield* withoutMembers(value);
  const count = slotsOf({ value }).length;
  for (let at = 0; at < Math.min(count, 200); at += 1) {
    for (const simpler of simplerAt(value, at)) {
      const root = { value: copyJson(value) };
      const slot = slotsOf(root)[at];
      if (!slot) continue;
      setMember(slot.holder, slot.name, simpler);
      yield root.value;
    }
  }
}

function* withoutMembers(value: unknown): Generator {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const kept of withoutParts(Object.entries(value))) yield fromEntries(kept);
}

function fromEntries(entries: readonly [string, unknown][]): object {
  const object = {};
  for (const [name, value] of entries) setMember(object, name, value);
  return object;
}

function* simplerAt(root: unknown, at: number): Generator {
  const slot = slotsOf({ value: root })[at];
  if (!slot) return;
  const value: unknown = (slot.holder as Record<string, unknown>)[slot.name];
  if (Array.isArray(value)) yield* withoutParts(value);
  else if (typeof value === 'object' && value !== null) {
    for (const kept of withoutParts(Object.entries(value))) yield fromEntries(kept);
  } else if (typeof value === 'string' && value.length > 1) {
    yield 'x';
    yield* withoutSpans(value);
  }
}
