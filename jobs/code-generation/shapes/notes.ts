/** What a format could not express; sentences in the order in which they were found. */
export type Notes = {
  /** `where` is the field, table or contract that the clause is about. */
  add: (where: string, clause: string) => void;
  list: () => string[];
};

const most = 200;
/** Names may be long; a note has to be readable. */
const longest = 500;

function readable(text: string): string {
  // eslint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}

/** Notes of one generation: equal ones once, and no more than can be read. */
export function createNotes(): Notes {
  const notes = new Set<string>();
  return {
    add: (where, clause) => notes.add(`${readable(where)}: ${readable(clause)}.`),
    list: () => {
      const all = [...notes];
      if (all.length <= most) return all;
      return [...all.slice(0, most), `… and ${all.length - most} more`];
    },
  };
}
