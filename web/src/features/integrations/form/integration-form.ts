import type { FormField, FormValues } from '../../../components/controls/schema-form.tsx';
import { cronOf, frequencyOf } from '../../contracts/schedule/frequency.ts';
import type { Frequency } from '../../contracts/schedule/frequency.ts';
import type { IntegrationBody } from '../changes.ts';
import type { AssetSource, EditableIntegration } from '../queries.ts';

/** What is typed in the wizard, without credentials: those are never kept. */
export type IntegrationForm = {
  source: string;
  name: string;
  id: string;
  /** Empty: no team. */
  team: string;
  values: FormValues;
  isScheduled: boolean;
  frequency: Frequency;
  timezone: string;
  fuseAssets: string;
  fusePercent: string;
};

export const emptyForm: IntegrationForm = {
  source: '',
  name: '',
  id: '',
  team: '',
  values: {},
  isScheduled: true,
  frequency: { every: 'day', time: '06:00', weekday: '1', cron: '0 6 * * *' },
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  fuseAssets: '',
  fusePercent: '',
};

/** "Warehouse of the shop" → "warehouse-of-the-shop". */
export const idOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .toLowerCase()
    .slice(0, 60);

const textOf = (value: unknown): string | boolean =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'boolean' ? value : String(value);

/** The form of a stored integration. */
export function formOf(stored: EditableIntegration): IntegrationForm {
  const { externalId, name, source, owningTeamExternalId, scheduleTimezone } = stored;
  const cron = stored.scheduleExpression ?? stored.schedule ?? '';
  return {
    source,
    name,
    id: externalId,
    team: owningTeamExternalId ?? '',
    values: { ...configurationValues(stored), ...filterValues(stored) },
    isScheduled: cron !== '',
    frequency: cron === '' ? emptyForm.frequency : frequencyOf(cron),
    timezone: scheduleTimezone,
    fuseAssets: String(stored.removalFuse?.assets ?? ''),
    fusePercent: String(stored.removalFuse?.percent ?? ''),
  };
}

function configurationValues({ configuration }: EditableIntegration): FormValues {
  const entries = Object.entries(configuration).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [`configuration.${name}`, textOf(value)]),
  );
}

/** A filter is a list of wanted names, or what is wanted and what is left out; `databases` is another word for `catalogs`. */
function filterValues({ filters = {} }: EditableIntegration): FormValues {
  const values: Record<string, string> = {};
  for (const [level, rule] of Object.entries(filters)) {
    const name = level === 'databases' ? 'catalogs' : level;
    const { include = [], exclude = [] } = Array.isArray(rule) ? { include: rule } : (rule ?? {});
    if (include.length > 0) values[`filters.${name}.include`] = include.join(', ');
    if (exclude.length > 0) values[`filters.${name}.exclude`] = exclude.join(', ');
  }
  return values;
}

/** The fields of a source whose paths begin so. */
export const fieldsBelow = (source: AssetSource | undefined, below: string): FormField[] =>
  source?.form.flatMap(({ fields }) => fields).filter(({ path }) => path.startsWith(`${below}.`)) ??
  [];

const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What the server gets of a field; undefined leaves it out. */
function valueOf({ input, required, path }: FormField, typed: string | boolean | undefined) {
  if (typed === undefined || typeof typed === 'boolean') return typed ?? emptyOf(path, required);
  const text = input.startsWith('long') || input === 'secret' ? typed : typed.trim();
  if (text === '') return emptyOf(path, required);
  if (input === 'number') return Number(text);
  return input === 'list' ? listOf(text) : text;
}

/** A required credential may be empty: the server of the platform decides. */
const emptyOf = (path: string, required: boolean): '' | undefined =>
  required && path.startsWith('credentials.') ? '' : undefined;

/** The values as the server stores them: `configuration.host` becomes `{host}`. */
export function membersOf(
  fields: readonly FormField[],
  values: FormValues,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const field of fields) {
    const value = valueOf(field, values[field.path]);
    if (value === undefined) continue;
    const [, ...names] = field.path.split('.');
    const last = names.pop() ?? '';
    let place = members;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return members;
}

const numberOf = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text);

function fuseOf({ fuseAssets, fusePercent }: IntegrationForm): IntegrationBody['removalFuse'] {
  const [assets, percent] = [numberOf(fuseAssets), numberOf(fusePercent)];
  if (assets === undefined && percent === undefined) return undefined;
  return { ...(assets !== undefined && { assets }), ...(percent !== undefined && { percent }) };
}

export const cronOfForm = ({ isScheduled, frequency }: IntegrationForm): string =>
  isScheduled ? cronOf(frequency) : '';

type Sent = {
  form: IntegrationForm;
  source: AssetSource;
  /** Undefined keeps the stored ones. */
  credentials: FormValues | undefined;
  enabled: boolean;
};

/** The body of a save. */
export function bodyOf({ form, source, credentials, enabled }: Sent): IntegrationBody {
  const filters = membersOf(fieldsBelow(source, 'filters'), form.values);
  const removalFuse = fuseOf(form);
  const cron = cronOfForm(form);
  return {
    externalId: form.id.trim(),
    name: form.name.trim(),
    source: form.source,
    enabled,
    owningTeamExternalId: form.team === '' ? null : form.team,
    scheduleExpression: cron === '' ? null : cron,
    scheduleTimezone: form.timezone,
    configuration: membersOf(fieldsBelow(source, 'configuration'), form.values),
    ...(credentials !== undefined && {
      credentials: membersOf(fieldsBelow(source, 'credentials'), credentials),
    }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(removalFuse !== undefined && { removalFuse }),
  };
}

const sorted = (members: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** True if the connection differs from the stored one, whose credentials then do not fit it. */
export function isOtherConnection(
  form: IntegrationForm,
  source: AssetSource,
  stored: EditableIntegration | undefined,
): boolean {
  if (stored === undefined || stored.source !== form.source) return true;
  const configuration = membersOf(fieldsBelow(source, 'configuration'), form.values);
  return sorted(configuration) !== sorted(stored.configuration);
}

/** The form as single fields, to be compared with what somebody else saved. */
export function flatForm(form: IntegrationForm): Record<string, unknown> {
  const { name, team, timezone, fuseAssets, fusePercent, values } = form;
  return { name, team, timezone, fuseAssets, fusePercent, schedule: cronOfForm(form), ...values };
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The form of single fields; what identifies it stays. */
export function formOfFlat(flat: Record<string, unknown>, form: IntegrationForm): IntegrationForm {
  const { name, team, timezone, fuseAssets, fusePercent, schedule, ...values } = flat;
  const cron = plain(schedule);
  return {
    ...form,
    name: plain(name),
    team: plain(team),
    timezone: plain(timezone),
    fuseAssets: plain(fuseAssets),
    fusePercent: plain(fusePercent),
    isScheduled: cron !== '',
    ...(cron !== '' && { frequency: frequencyOf(cron) }),
    values: values as FormValues,
  };
}
