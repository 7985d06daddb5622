import type { Static } from '@sinclair/typebox';
import { generationSettings } from '../../domain/code-generation/settings.ts';
import { mailSettings } from '../../domain/notifications/mail-settings.ts';
import { keptDays } from '../../domain/operations/retention.ts';
import { signInSettings } from '../../domain/organizations/sign-in-settings.ts';
import type { pageSettingsSchema, settingGroups } from '../schemas/ui/settings.ts';
import type { ApiSettings } from '../services.ts';

type Answer = Static<typeof pageSettingsSchema>;
type Group = (typeof settingGroups)[number];

const envsOf = (declared: Readonly<Record<string, { env: string }>>): string[] =>
  Object.values(declared).map(({ env }) => env);

const members: Readonly<Record<Group, readonly string[]>> = {
  'sign-in': envsOf(signInSettings),
  mail: envsOf(mailSettings),
  'code-generation': envsOf(generationSettings),
  retention: ['EVENT_RETENTION_DAYS', 'PROVISIONING_ALERT_MINUTES', 'DEPRECATED_FORMATS_UNTIL'],
  addresses: ['PUBLIC_URL', 'ALLOWED_HOSTS', 'WEBHOOK_ALLOWED_HOSTS', 'ALLOWED_DATA_DIRS'],
};

/** Groups whose values concern everybody who administers an organization; the others tell about the network of the operator. */
const openGroups: ReadonlySet<Group> = new Set<Group>(['sign-in', 'retention']);

/** The settings of the installation by group; values of its network only for those who operate it. */
export function presentInstallation(
  { shownSettings, oidc, smtpUrl, generation }: ApiSettings,
  seesInstallation: boolean,
): Answer['installation'] {
  const uses: Readonly<Partial<Record<Group, boolean>>> = {
    'sign-in': oidc !== undefined,
    mail: smtpUrl !== undefined,
    'code-generation': generation !== undefined,
  };
  return (Object.keys(members) as Group[]).map((group) => {
    const isShown = seesInstallation || openGroups.has(group);
    const settings = shownSettings
      .filter(({ env }) => members[group].includes(env))
      .map(({ value, file, ...setting }) => ({
        ...setting,
        value: isShown ? (value ?? null) : null,
        file: seesInstallation ? (file ?? null) : null,
      }));
    return { group, isOn: uses[group] ?? null, settings };
  });
}

/** How long data is kept, by setting or always. */
export function presentRetention({ eventRetentionDays }: ApiSettings): Answer['retention'] {
  return [
    { what: 'events', days: eventRetentionDays, env: 'EVENT_RETENTION_DAYS' },
    ...Object.entries(keptDays).map(([what, days]) => ({ what, days, env: null })),
  ];
}
