import type { Field } from './shape.ts';

/** Rules of a field with the words around them: `only the comment says` unique. */
type Rules = { clause: string; rules: readonly string[]; ending?: string };

/** What a format could not express; sentences in the order in which they were found. */
export type Notes = {
  /** `where` is the field, table or contract that the clause is about. */
  add: (where: string, clause: string) => void;
  /** As `add`, of rules that many fields of one table may have: then they are gathered. */
  addRules: (field: Pick<Field, 'path' | 'table'>, rules: Rules) => void;
  list: () => string[];
};

type Note = { where: string; clause: string };
type RulesNote = Note & { table: string; rules: Rules };

const most = 200;
/** Names may be long; a note has to be readable. */
const longest = 500;
/** Fields of one table that each have a note of their own about the same. */
const mostAlike = 5;

function readable(text: string): string {
  // eslint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}

/** `maxLength` of `maxLength 18`. */
export function kindOfRule(rule: string): string {
  if (/quality rules?$/.test(rule)) return 'quality rules';
  if (/^(?:that|its|not) /.test(rule)) return rule;
  const [words] = /^(?:distance metric|embedding model|\w+ key)/.exec(rule) ?? [];
  return words ?? rule.replace(/ .*/s, '');
}

const sentence = ({ rules, clause, ending = '' }: Rules): string =>
  `${clause} ${rules.join(', ')}${ending}`;

/** Which fields have rules of each kind: `minimum of a, b; pattern of c`. */
function namedKinds(kinds: ReadonlyMap<string, readonly string[]>): string {
  const texts = [...kinds].map(([kind, fields]) => {
    const isClause = /^(?:that|its|not) /.test(kind);
    return `${kind} ${isClause ? 'in' : 'of'} ${fields.join(', ')}`;
  });
  return texts.join('; ');
}

/** The fields of each kind of rule, in as many parts as can be read; every field is in one of them. */
function partsOf(
  rules: Iterable<readonly [kind: string, field: string]>,
  room: number,
): Map<string, string[]>[] {
  const parts: Map<string, string[]>[] = [];
  let left = 0;
  for (const [kind, field] of rules) {
    const named = field.length + ', '.length;
    const whole = named + kind.length + ' of '.length;
    const isFull = left < (parts.at(-1)?.has(kind) === true ? named : whole);
    if (isFull) parts.push(new Map());
    const part = parts.at(-1) ?? new Map<string, string[]>();
    left = (isFull ? room : left) - (part.has(kind) ? named : whole);
    part.set(kind, [...(part.get(kind) ?? []), field]);
  }
  return parts;
}

/** The kinds of rules with each of their fields, those of one kind behind each other. */
function kindsOf(alike: readonly RulesNote[]): [kind: string, field: string][] {
  const kinds = new Map<string, Set<string>>();
  for (const { where, table, rules } of alike)
    for (const kind of rules.rules.map(kindOfRule)) {
      const fields = kinds.get(kind) ?? new Set();
      kinds.set(kind, fields.add(where.slice(table.length + 1)));
    }
  return [...kinds].flatMap(([kind, fields]) =>
    [...fields].map((field): [string, string] => [kind, field]),
  );
}

/** The rules of many fields in as few notes as can be read. */
function gathered(alike: readonly RulesNote[]): Note[] {
  const [first] = alike;
  if (first === undefined) return [];
  const { table, rules } = first;
  const room = longest - sentence({ ...rules, rules: [] }).length;
  return partsOf(kindsOf(alike), room).map((part) => ({
    where: table,
    clause: sentence({ ...rules, rules: [namedKinds(part)] }),
  }));
}

/** Notes in their order, those of many fields where the first of them stood. */
function withGathered(notes: readonly (Note | RulesNote)[]): Note[] {
  const groups = new Map<string, RulesNote[]>();
  const keyOf = ({ table, rules: { clause, ending } }: RulesNote): string =>
    JSON.stringify([table, clause, ending]);
  for (const note of notes) {
    if (!('rules' in note)) continue;
    const group = groups.get(keyOf(note)) ?? [];
    if (group.length === 0) groups.set(keyOf(note), group);
    group.push(note);
  }
  return notes.flatMap((note) => {
    const group = 'rules' in note ? (groups.get(keyOf(note)) ?? []) : [];
    if (group.length <= mostAlike) return [note];
    return group[0] === note ? gathered(group) : [];
  });
}

/** Notes of one generation: equal ones once, and no more than can be read. */
export function createNotes(): Notes {
  const notes: (Note | RulesNote)[] = [];
  return {
    add: (where, clause) => notes.push({ where, clause }),
    addRules: ({ path: where, table }, rules) =>
      notes.push({ where, table, clause: sentence(rules), rules }),
    list: () => {
      const texts = withGathered(notes).map(
        ({ where, clause }) => `${readable(where)}: ${readable(clause)}.`,
      );
      const all = [...new Set(texts)];
      if (all.length <= most) return all;
      return [...all.slice(0, most), `… and ${all.length - most} more`];
    },
  };
}
