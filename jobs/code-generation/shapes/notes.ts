import type { Field } from './shape.ts';

/** Rules of a field, with the clause and the ending of their note: `only the comment says` unique. */
type Rules = { clause: string; rules: readonly string[]; ending?: string };

/** Warnings and notes of a file, one sentence for each kind. */
export type NoteLists = {
  /** Differences between the files and the contract. */
  warnings: string[];
  /** Parts of the contract that the format cannot express. */
  notes: string[];
};

/** Collects facts that a format could not express, in the order in which they were found. */
export type Notes = {
  /**
   * Adds a note on a part of the contract that the format cannot express. `where` is the field, table or contract that
   * the clause is about; `detail` differs between notes of one kind and replaces `{}` in the clause.
   */
  add: (where: string, clause: string, detail?: string) => void;
  /** Adds a warning that the files differ from the contract; parameters as in `add`. */
  warn: (where: string, clause: string, detail?: string) => void;
  /** Adds rules that many fields may share: these notes are merged. */
  addRules: (field: Pick<Field, 'path' | 'table'>, rules: Rules) => void;
  list: () => NoteLists;
};

type Note = { where: string; isWarning: boolean; clause: string; detail?: string | undefined };
type RulesNote = Note & { table: string; rules: Rules };

/** Notes of one list. */
const maxNotes = 200;
/** Characters of one path, detail or clause; longer ones are cut. */
const maxLength = 500;
/** Characters of all the fields that a note names. */
const maxNames = 2000;

function readable(text: string): string {
  // eslint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length <= maxLength ? line : `${line.slice(0, maxLength)}…`;
}

/** `maxLength` of `maxLength 18`. */
export function kindOfRule(rule: string): string {
  if (/quality rules?$/.test(rule)) return 'quality rules';
  if (/^(?:that|its|not) /.test(rule)) return rule;
  const [kind] = /^(?:distance metric|embedding model|\w+ key)/.exec(rule) ?? [];
  return kind ?? rule.replace(/ .*/s, '');
}

const sentence = ({ rules, clause, ending = '' }: Rules): string =>
  `${clause} ${rules.join(', ')}${ending}`;

/** Lists as many names as `room` characters allow, then the number of the others. */
function listed(names: Iterable<string>, room: number): string {
  const all = [...names].map(readable);
  let left = room;
  const count = all.findIndex((name) => {
    left -= name.length + ', '.length;
    return left < 0;
  });
  if (count === -1) return all.join(', ');
  const shown = Math.max(1, count);
  return `${all.slice(0, shown).join(', ')} and ${all.length - shown} more`;
}

/** The rules of several fields: `minimum of a, b; pattern of c`. */
function gatheredRules(alike: readonly RulesNote[]): string {
  const tables = new Set(alike.map(({ table }) => table));
  const fields = new Map<string, Set<string>>();
  for (const { where, table, rules } of alike) {
    const field = tables.size === 1 ? where.slice(table.length + 1) : where;
    for (const kind of rules.rules.map(kindOfRule))
      fields.set(kind, (fields.get(kind) ?? new Set()).add(field));
  }
  const texts = [...fields].map(([kind, names]) => {
    const isClause = /^(?:that|its|not) /.test(kind);
    const room = Math.floor(maxNames / fields.size);
    return `${readable(kind)} ${isClause ? 'in' : 'of'} ${listed(names, room)}`;
  });
  const { clause, ending } = alike[0]?.rules ?? { clause: '' };
  const rules = { clause, rules: [texts.join('; ')], ...(ending !== undefined && { ending }) };
  return `${listed(tables, maxLength)}: ${sentence(rules)}.`;
}

/** One sentence for notes of one kind. */
function textOf(alike: readonly (Note | RulesNote)[]): string {
  const [{ clause, detail } = { clause: '', detail: undefined }] = alike;
  const locations = new Map(
    alike.map(({ where, detail: own }) => [`${where}\n${own}`, { where, own }]),
  );
  if (locations.size === 1) {
    const { where = '' } = alike[0] ?? {};
    return `${readable(where)}: ${readable(filled(clause, detail))}.`;
  }
  const rules = alike.flatMap((note) => ('rules' in note ? [note] : []));
  if (new Set(rules.map((note) => sentence(note.rules))).size > 1) return gatheredRules(rules);
  const isSame = alike.every((note) => note.detail === detail);
  const names = [...locations.values()].map(({ where, own = '' }) =>
    isSame || own === '' ? where : `${where} (${own})`,
  );
  const said = filled(clause, isSame ? detail : '…');
  return `${listed(names, maxNames)}: ${readable(said)}.`;
}

function filled(clause: string, detail: string | undefined): string {
  if (detail === undefined) return clause;
  return detail === '' ? clause.replace('{} ', '') : clause.replace('{}', () => detail);
}

/** Notes with an equal kind share one sentence. */
function kindOfNote(note: Note | RulesNote): string {
  if (!('rules' in note)) return JSON.stringify([note.clause]);
  return JSON.stringify([note.rules.clause, note.rules.ending]);
}

function textsOf(notes: readonly (Note | RulesNote)[]): string[] {
  const kinds = new Map<string, (Note | RulesNote)[]>();
  for (const note of notes) {
    const kind = kindOfNote(note);
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [note]);
    else alike.push(note);
  }
  const texts = [...kinds.values()].map(textOf);
  if (texts.length <= maxNotes) return texts;
  return [...texts.slice(0, maxNotes), `… and ${texts.length - maxNotes} more`];
}

/** Notes of one generation, one sentence for each kind and limited in number. */
export function createNotes(): Notes {
  const found: (Note | RulesNote)[] = [];
  const take =
    (isWarning: boolean) =>
    (where: string, clause: string, detail?: string): unknown =>
      found.push({ where, isWarning, clause, detail });
  return {
    add: take(false),
    warn: take(true),
    addRules: ({ path: where, table }, rules) =>
      found.push({ where, table, isWarning: false, clause: sentence(rules), rules }),
    list: () => ({
      warnings: textsOf(found.filter(({ isWarning }) => isWarning)),
      notes: textsOf(found.filter(({ isWarning }) => !isWarning)),
    }),
  };
}
