import { team } from '../../domain/kinds/team.ts';
import type { PutDocument } from './put-request.ts';

/**
 * Sorts documents of one import into waves: a document of a wave does not depend on the same or a later wave. Owners come before
 * the documents they own, parents before children, and referenced documents before their references; two writes of one document
 * keep their order. In a cycle, the first document goes first.
 */
export function inWaves(puts: readonly PutDocument[]): PutDocument[][] {
  const waiting = new Map(neededBy(puts).entries());
  const waves: PutDocument[][] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(([, needed]) => needed.every((index) => !waiting.has(index)));
    const [first] = waiting.keys();
    const wave = free.length > 0 ? free.map(([index]) => index) : [first as number];
    for (const index of wave) waiting.delete(index);
    waves.push(wave.map((index) => puts[index]).filter((put) => put !== undefined));
  }
  return waves;
}

/** For each write, the writes that must precede it. */
function neededBy(puts: readonly PutDocument[]): number[][] {
  const firsts = new Map<string, number>();
  const lasts = new Map<string, number>();
  for (const [index, put] of puts.entries()) {
    const key = keyOf(put.kind.name, put.id);
    if (!firsts.has(key)) firsts.set(key, index);
  }
  return puts.map((put, index) => {
    const { owner, references = [] } = put.content.facts;
    const own = keyOf(put.kind.name, put.id);
    const named = [
      ...owner.candidates.map((id) => keyOf(team.name, id)),
      ...references.map(({ kind, id }) => keyOf(kind, id)),
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
