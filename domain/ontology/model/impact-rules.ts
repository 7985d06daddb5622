import type { Json } from '../../../lib/json/json.ts';
import { isSameValue } from './same-value.ts';

/** The impact of a change on users of a concept; docs/ontologies.md gives the reason for each rule. */
export type Impact = 'additive' | 'structural' | 'breaking';

/** A field before and after. */
export type Values = { from: Json | undefined; to: Json | undefined };

/** The impact of adding, changing and removing a value. */
type Rule = { added: Impact; changed: Impact; removed: Impact } | ((values: Values) => Impact);

const rule = (added: Impact, changed: Impact, removed: Impact): Rule => ({
  added,
  changed,
  removed,
});

const textsOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** `onAdded` when an entry is added to the list, `onRemoved` when one is removed; the higher of both. */
const list =
  (onAdded: Impact, onRemoved: Impact): Rule =>
  ({ from, to }) => {
    const [before, after] = [new Set(textsOf(from)), new Set(textsOf(to))];
    const impacts: Impact[] = ['additive'];
    if ([...after].some((entry) => !before.has(entry))) impacts.push(onAdded);
    if ([...before].some((entry) => !after.has(entry))) impacts.push(onRemoved);
    return gravest(impacts);
  };

/** Multiplicities by whether each end may have several values. */
const widths: Readonly<Record<string, readonly [left: boolean, right: boolean]>> = {
  OneToOne: [false, false],
  OneToMany: [false, true],
  ManyToOne: [true, false],
  ManyToMany: [true, true],
};

const widthOf = (value: Json | undefined): readonly [boolean, boolean] =>
  (typeof value === 'string' ? widths[value] : undefined) ?? [true, true];

/** Without a multiplicity, both ends may have several. */
const multiplicity: Rule = ({ from, to }) => {
  const [before, after] = [widthOf(from), widthOf(to)];
  const isNarrowed = (before[0] && !after[0]) || (before[1] && !after[1]);
  return isNarrowed ? 'breaking' : 'structural';
};

/** Breaking when a role names another concept, or roles were added or removed; else only names have changed. */
const roles: Rule = ({ from, to }) => {
  const conceptsOf = (value: Json | undefined): Json =>
    textsOf(value).map((role) => (role as { concept?: Json }).concept ?? null);
  return isSameValue('roles', conceptsOf(from), conceptsOf(to)) ? 'structural' : 'breaking';
};

const shared: Readonly<Record<string, Rule>> = {
  id: rule('structural', 'breaking', 'breaking'),
  iri: rule('additive', 'breaking', 'breaking'),
  uri: rule('additive', 'breaking', 'breaking'),
  type: rule('additive', 'breaking', 'breaking'),
  requires: list('breaking', 'structural'),
  derived_by: list('structural', 'structural'),
  verbalizes: list('additive', 'additive'),
};

/** Rules by field; fields without one are `other`. */
export const conceptRules: Readonly<Record<string, Rule>> = {
  ...shared,
  concept: rule('additive', 'structural', 'structural'),
  extends: list('structural', 'breaking'),
  identify_by: rule('structural', 'breaking', 'breaking'),
};

export const relationshipRules: Readonly<Record<string, Rule>> = {
  ...shared,
  name: rule('additive', 'structural', 'structural'),
  multiplicity,
  roles,
};

const other: Rule = rule('additive', 'structural', 'structural');

/** The impact of a change of one field. */
export function impactOf(
  rules: Readonly<Record<string, Rule>>,
  field: string,
  values: Values,
): Impact {
  const applied = (Object.hasOwn(rules, field) ? rules[field] : undefined) ?? other;
  if (typeof applied === 'function') return applied(values);
  if (values.from === undefined) return applied.added;
  return values.to === undefined ? applied.removed : applied.changed;
}

const gravity: Record<Impact, number> = { additive: 0, structural: 1, breaking: 2 };

/** The highest impact; additive for none. */
export function gravest(impacts: readonly Impact[]): Impact {
  return impacts.reduce<Impact>(
    (worst, impact) => (gravity[impact] > gravity[worst] ? impact : worst),
    'additive',
  );
}
