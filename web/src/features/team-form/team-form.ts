import { valueAt } from '../../lib/yaml/edits.ts';
import type { YamlEdit, YamlPath } from '../../lib/yaml/edits.ts';

/** A member of `links` or `custom`. */
export type Entry = { name: string; value: string };

/** What the form of a team holds: everything but its members, who are changed one by one. */
export type TeamForm = {
  name: string;
  type: string;
  /** Id of the team above; empty for none. */
  parent: string;
  description: string;
  tags: readonly string[];
  links: readonly Entry[];
  /** Own properties besides the reminders. */
  custom: readonly Entry[];
  /** Days before an access ends on which the team is reminded, such as `30,7`. */
  expiryDays: string;
  /** Days before an access must be reassessed. */
  reassessmentDays: string;
};

/** Types that the server knows; any other one counts as a unit. */
export const knownTypes = [
  'Domain',
  'Team',
  'Domain Team',
  'Enabling Team',
  'Platform Team',
  'Governance Group',
] as const;

const texts = {
  name: ['name'],
  type: ['type'],
  parent: ['parent'],
  description: ['description'],
  expiryDays: ['custom', 'accessExpiryReminderDays'],
  reassessmentDays: ['custom', 'accessReassessmentReminderDays'],
} as const satisfies Partial<Record<keyof TeamForm, YamlPath>>;
type TextName = keyof typeof texts;
const textNames = Object.keys(texts) as TextName[];
const maps = ['links', 'custom'] as const;

/** Members of `custom` that have fields of their own. */
const reminders = new Set<string>([texts.expiryDays[1], texts.reassessmentDays[1]]);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the model of a stored team. Values that are no text stay out of the form, and as they are. */
export function formOf(model: unknown): TeamForm {
  const text = (path: YamlPath): string => {
    const value = valueAt(model, path);
    return isText(value) ? value : '';
  };
  const entries = (member: string): Entry[] =>
    Object.entries(valueAt(model, [member]) ?? {}).flatMap(([name, value]) =>
      isText(value) && !(member === 'custom' && reminders.has(name)) ? [{ name, value }] : [],
    );
  const tags = valueAt(model, ['tags']);
  return {
    name: text(texts.name),
    type: text(texts.type),
    parent: text(texts.parent),
    description: text(texts.description),
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
    links: entries('links'),
    custom: entries('custom'),
    expiryDays: text(texts.expiryDays),
    reassessmentDays: text(texts.reassessmentDays),
  };
}

/** The edits that make a text with the first form say the second one; what did not change is not touched. */
export function editsOf(before: TeamForm, after: TeamForm): YamlEdit[] {
  const members = textNames
    .filter((name) => before[name] !== after[name])
    .map((name) => setOrRemove(texts[name], after[name], name === 'name'));
  return [
    ...members,
    ...tagEdits(before.tags, after.tags),
    ...maps.flatMap((member) => mapEdits(member, before[member], after[member])),
  ];
}

const setOrRemove = (path: YamlPath, value: string, isRequired: boolean): YamlEdit =>
  value === '' && !isRequired ? { op: 'remove', path } : { op: 'set', path, value };

/** Tags one by one, so that the comments of the others stay. */
function tagEdits(before: readonly string[], after: readonly string[]): YamlEdit[] {
  if (after.length === 0) return before.length === 0 ? [] : [{ op: 'remove', path: ['tags'] }];
  const kept = before.filter((tag) => after.includes(tag));
  if (kept.length === 0) return [{ op: 'set', path: ['tags'], value: [...after] }];
  const removed = before.flatMap((tag, at) => (after.includes(tag) ? [] : [at])).toReversed();
  const added = after.filter((tag) => !before.includes(tag));
  return [
    ...removed.map((at) => ({ op: 'remove' as const, path: ['tags', at] })),
    ...added.map((value, at) => ({
      op: 'insert' as const,
      path: ['tags'],
      index: kept.length + at,
      value,
    })),
  ];
}

function mapEdits(member: string, before: readonly Entry[], after: readonly Entry[]): YamlEdit[] {
  const [were, are] = [valuesOf(before), valuesOf(after)];
  return [
    ...[...were.keys()]
      .filter((name) => !are.has(name))
      .map((name) => ({ op: 'remove' as const, path: [member, name] })),
    ...[...are]
      .filter(([name, value]) => were.get(name) !== value)
      .map(([name, value]) => ({ op: 'set' as const, path: [member, name], value })),
  ];
}

const valuesOf = (entries: readonly Entry[]): Map<string, string> =>
  new Map(
    entries.flatMap(({ name, value }) =>
      name.trim() === '' ? [] : [[name.trim(), value] as const],
    ),
  );

/** Each text, tag and entry as a field of its own, so that two edits meet only where both changed the same one. */
export function fieldsOf(form: TeamForm): Record<string, unknown> {
  return {
    ...Object.fromEntries(textNames.map((name) => [name, form[name]])),
    ...Object.fromEntries(form.tags.map((tag) => [`tags.${tag}`, true])),
    ...Object.fromEntries(
      maps.flatMap((member) =>
        [...valuesOf(form[member])].map(([name, value]) => [`${member}.${name}`, value]),
      ),
    ),
  };
}

/** The form of such fields. */
export function formOfFields(fields: Readonly<Record<string, unknown>>): TeamForm {
  const below = (member: string): [string, unknown][] =>
    Object.entries(fields).flatMap(([field, value]) =>
      field.startsWith(`${member}.`) && value !== undefined
        ? [[field.slice(member.length + 1), value] as [string, unknown]]
        : [],
    );
  const entries = (member: string): Entry[] =>
    below(member).flatMap(([name, value]) => (isText(value) ? [{ name, value }] : []));
  const text = (value: unknown): string => (isText(value) ? value : '');
  const single = Object.fromEntries(textNames.map((name) => [name, text(fields[name])]));
  return {
    ...(single as Record<TextName, string>),
    tags: below('tags').map(([tag]) => tag),
    links: entries('links'),
    custom: entries('custom'),
  };
}

/** Parts of the form that cannot be saved as they are. */
export type FormProblem = 'days' | 'unnamed' | 'twice';
export type FormProblems = Partial<
  Record<'expiryDays' | 'reassessmentDays' | 'links' | 'custom', FormProblem>
>;

const daysPattern = /^\s*\d{1,3}\s*(?:,\s*\d{1,3}\s*)*$/u;

export function problemsOf(form: TeamForm): FormProblems {
  const problems: FormProblems = {};
  for (const name of ['expiryDays', 'reassessmentDays'] as const)
    if (form[name] !== '' && !daysPattern.test(form[name])) problems[name] = 'days';
  for (const member of maps) {
    const problem = entryProblem(form[member], member === 'custom' ? reminders : new Set());
    if (problem !== undefined) problems[member] = problem;
  }
  return problems;
}

function entryProblem(
  entries: readonly Entry[],
  taken: ReadonlySet<string>,
): FormProblem | undefined {
  const names = entries.map(({ name }) => name.trim());
  if (entries.some(({ name, value }) => name.trim() === '' && value !== '')) return 'unnamed';
  const given = names.filter((name) => name !== '');
  return new Set(given).size < given.length || given.some((name) => taken.has(name))
    ? 'twice'
    : undefined;
}
