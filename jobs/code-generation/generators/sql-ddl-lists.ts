import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../shapes/notes.ts';

/** Notes that many columns of a table share: one with their names. */
export type ListedNotes = {
  add: (column: { property: ContractProperty; where: string }, clause: string) => void;
  /** Passes on what was found. */
  finish: (notes: Notes) => void;
};

/** Collects notes by table and clause. */
export function createListedNotes(): ListedNotes {
  const found = new Map<string, { table: string; clause: string; names: string[] }>();
  return {
    add({ property: { name }, where }, clause) {
      const table = where.slice(0, -name.length - 1);
      const key = JSON.stringify([table, clause]);
      const entry = found.get(key) ?? { table, clause, names: [] };
      found.set(key, entry);
      entry.names.push(name);
    },
    finish(notes) {
      for (const { table, clause, names } of found.values()) {
        const [first = '', ...others] = names;
        if (others.length === 0) notes.add(`${table}.${first}`, clause);
        else notes.add(table, `${clause}: ${names.join(', ')}`);
      }
    },
  };
}
