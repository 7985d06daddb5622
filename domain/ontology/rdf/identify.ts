import { builtInConcepts } from '../ontology.ts';
import type { Import } from './annotations.ts';
import { valuesOf } from './graph-index.ts';
import type { Thing } from './graph-index.ts';
import { clean, encodeId, readableName, splitIri } from './names.ts';
import { iriOf } from './vocabulary.ts';

/** A thing without id and name, with its label, if any. */
export type Nameless = { thing: Thing; label: string | undefined };
export type Identity = { id: string; name: string };

/**
 * Unique ids and names of concepts, without those of built-in concepts. Ids come from IRIs, so that they stay
 * when labels change; of two equal ids, the one in the `home` namespace stays and the other gets its prefix.
 */
export function identifyConcepts(
  context: Import,
  nameless: readonly Nameless[],
  home: string | undefined,
): Map<string, Identity> {
  const rank = ({ thing }: Nameless): number =>
    explicitId(thing) === undefined ? (splitIri(thing.key).namespace === home ? 1 : 2) : 0;
  const sorted = nameless.toSorted((one, other) => {
    return rank(one) - rank(other) || (one.thing.key < other.thing.key ? -1 : 1);
  });
  const ids = new Set(builtInConcepts);
  const identified = sorted.map((entry) => {
    const id = identify(context, entry.thing, ids);
    const name = clean(entry.label ?? '') || readableName(entry.thing.key) || id;
    return { key: entry.thing.key, id, name };
  });
  const counts = countNames(identified.map(({ name }) => name));
  const names = new Set(builtInConcepts);
  return new Map(
    identified.map(({ key, id, name }) => {
      const isShared = (counts.get(name) ?? 0) > 1 || builtInConcepts.has(name);
      if (isShared) context.notes.add('name', `${context.names.compact(key)}: ${name}`);
      const own = takeFree(isShared && name !== id ? `${name} (${id})` : name, names);
      return [key, { id, name: own }];
    }),
  );
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The id written by Concordat's own export. */
function explicitId(thing: Thing): string | undefined {
  const [value] = valuesOf(thing, iriOf('concordat:id'));
  return value?.kind === 'literal' && clean(value.value) === value.value ? value.value : undefined;
}

/** A free id, which is reserved by this call. */
export function identify(context: Import, thing: Thing, taken: Set<string>): string {
  const { baseIri, names } = context;
  const explicit = explicitId(thing);
  if (explicit !== undefined) return takeFree(explicit, taken);
  const local = readableName(thing.key) || 'concept';
  const isOurs = baseIri !== undefined && thing.key === baseIri + encodeId(local);
  if (isOurs || !taken.has(local)) return takeFree(local, taken);
  const prefix = names.prefixOf(splitIri(thing.key).namespace);
  return takeFree(prefix === undefined ? local : `${prefix}-${local}`, taken);
}

// Remembered because starting from 2 for each of many equal names would take quadratic time.
const lastNumbers = new WeakMap<Set<string>, Map<string, number>>();

/** The text itself, else with the first number that makes it unique; reserves the result. */
export function takeFree(wanted: string, taken: Set<string>): string {
  if (!taken.has(wanted)) {
    taken.add(wanted);
    return wanted;
  }
  const numbers = lastNumbers.get(taken) ?? new Map<string, number>();
  lastNumbers.set(taken, numbers);
  let number = (numbers.get(wanted) ?? 1) + 1;
  while (taken.has(`${wanted}-${number}`)) number++;
  numbers.set(wanted, number);
  const free = `${wanted}-${number}`;
  taken.add(free);
  return free;
}
