import { editText } from '../../../lib/yaml/edit-text.ts';
import type { EditedYaml } from '../../../lib/yaml/edit-text.ts';
import { parseText } from '../../../lib/yaml/parse.ts';

/** When the tests of a contract run, as the contract itself says. */
export type Times =
  | { mode: 'own'; cron: string; timezone: string }
  /** The contract says nothing, so that the schedule of the organization applies. */
  | { mode: 'organization' }
  | { mode: 'off' };

export type OwnSchedule = {
  times: Times;
  /** Keys of the servers; empty for all of them. */
  servers: readonly string[];
};

/** Values that the server takes for "never". */
const off: ReadonlySet<unknown> = new Set([false, 'off', 'false', 'no', 'none', 'never']);

type Property = { property?: unknown; value?: unknown };

function propertiesOf(model: unknown): readonly (Property | null)[] {
  const list = (model as { customProperties?: unknown } | null | undefined)?.customProperties;
  return Array.isArray(list) ? (list as (Property | null)[]) : [];
}

const names = ['testSchedule', 'testScheduleTimezone', 'testScheduleServers', 'testScheduleServer'];
type Name = (typeof names)[number];

/** The schedule that a text holds in its custom properties. */
export function ownScheduleOf(text: string): OwnSchedule {
  const { model } = parseText(text);
  const valueOf = (name: Name) =>
    propertiesOf(model).find((each) => each?.property === name)?.value ?? undefined;
  return {
    times: timesOf(valueOf('testSchedule'), valueOf('testScheduleTimezone')),
    servers: serversOf(valueOf('testScheduleServers') ?? valueOf('testScheduleServer')),
  };
}

function timesOf(value: unknown, timezone: unknown): Times {
  if (value === undefined) return { mode: 'organization' };
  if (off.has(typeof value === 'string' ? value.trim().toLowerCase() : value))
    return { mode: 'off' };
  const zone = typeof timezone === 'string' ? timezone : 'UTC';
  return { mode: 'own', cron: typeof value === 'string' ? value.trim() : '', timezone: zone };
}

function serversOf(value: unknown): string[] {
  const list: unknown[] =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return list.flatMap((each) =>
    typeof each === 'string' && each.trim() !== '' ? [each.trim()] : [],
  );
}

/** The text with another schedule; everything else stays as it is written. Undefined if the text cannot be edited. */
export function withSchedule(text: string, { times, servers }: OwnSchedule): string | undefined {
  const isOwn = times.mode === 'own';
  const values: [Name, unknown][] = [
    ['testSchedule', isOwn ? times.cron : times.mode === 'off' ? 'off' : undefined],
    ['testScheduleTimezone', isOwn ? times.timezone : undefined],
    ['testScheduleServers', servers.length === 0 ? undefined : [...servers]],
    ['testScheduleServer', undefined],
  ];
  const parsed = parseText(text);
  const edited = values.reduce<EditedYaml | undefined>(
    (before, [name, value]) => before && withProperty(before, name, value),
    { ...parsed, text },
  );
  return edited?.problems.length === 0 ? edited.text : undefined;
}

function withProperty(before: EditedYaml, name: Name, value: unknown): EditedYaml | undefined {
  const list = propertiesOf(before.model);
  const index = list.findIndex((each) => each?.property === name);
  const path = ['customProperties'];
  if (index === -1) {
    if (value === undefined) return before;
    const entry = { property: name, value };
    return editText(before.text, { op: 'insert', path, index: list.length, value: entry }, before);
  }
  if (value !== undefined) {
    return editText(before.text, { op: 'set', path: [...path, index, 'value'], value }, before);
  }
  const removed = list.length === 1 ? path : [...path, index];
  const after = editText(before.text, { op: 'remove', path: removed }, before);
  // A name that occurs twice would take effect again.
  return after && withProperty(after, name, undefined);
}
