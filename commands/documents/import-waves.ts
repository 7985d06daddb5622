import { team } from '../../domain/kinds/team.ts';
import type { PreparedPut } from './prepare-put.ts';

/**
 * Puts documents that are written together into an order: what stands in one wave does not need anything of the same
 * or a later one. Owners come before what they own, parents before children, and what is named before what names it;
 * of two writes of one document the first stays first. In a circle, the document that came first goes first.
 */
export function inWaves(puts: readonly PreparedPut[]): PreparedPut[][] {
  const waiting = new Map(neededBy(puts).entries());
  const waves: PreparedPut[][] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(([, needed]) => needed.every((index) => !waiting.has(index)));
    const [first] = waiting.keys();
    const wave = free.length > 0 ? free.map(([index]) => index) : [first as number];
    for (const index of wave) waiting.delete(index);
    waves.push(wave.map((index) => puts[index]).filter((put) => put !== undefined));
  }
  return waves;
}

/** For each of the writes, those that must come before it. */
function neededBy(puts: readonly PreparedPut[]): number[][] {
  const firsts = new Map<string, number>();
  const lasts = new Map<string, number>();
  for (const [index, { put }] of puts.entries()) {
    const key = keyOf(put.kind.name, put.id);
    if (!firsts.has(key)) firsts.set(key, index);
  }
  return puts.map(({ put, extract }, index) => {
    const own = keyOf(put.kind.name, put.id);
    const named = [
      ...extract.owner.candidates.map((id) => keyOf(team.name, id)),
      ...(extract.references ?? []).map(({ kind, id }) => keyOf(kind, id)),
    ];
    const needed = named.filter((key) => key !== own).map((key) => firsts.get(key));
    needed.push(lasts.get(own));
    lasts.set(own, index);
    return needed.filter((each) => each !== undefined);
  });
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
