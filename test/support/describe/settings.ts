import { settings } from '../../../config.ts';
import type { Setting } from '../../../lib/read-setting.ts';

/** A setting for people: its name, its default (empty if there is none), and its meaning. */
function describeSetting(setting: Setting): { name: string; fallback: string; meaning: string } {
  const fallback = setting.schema.default as string | number | readonly string[] | undefined;
  return {
    name: setting.env,
    fallback: Array.isArray(fallback) ? fallback.join(',') : String(fallback ?? ''),
    meaning: `${setting.meaning}${setting.secret ? ` (or ${setting.env}_FILE)` : ''}`,
  };
}

/** The text of `.env.example`, written from the settings; a test keeps the file up to date. */
export function envExample(): string {
  const blocks = Object.values<Setting>(settings).map((setting) => {
    const { name, fallback, meaning } = describeSetting(setting);
    const hasDefault = setting.schema.default !== undefined;
    return `# ${meaning}\n${hasDefault ? '' : '# '}${name}=${fallback}\n`;
  });
  return blocks.join('\n');
}

/** Settings that every installation should set, for the README. */
const essentialSettings: readonly (keyof typeof settings)[] = [
  'publicUrl',
  'host',
  'databaseUrl',
  'redisUrl',
  'secretKey',
  'smtpUrl',
  'allowedHosts',
  'allowedDataDirs',
];

/** The table of docs/configuration.md, written from all settings; a test keeps it up to date. */
export function settingsTable(): string {
  return tableOf(Object.values<Setting>(settings));
}

/** The table of the README; a test keeps it up to date. */
export function essentialSettingsTable(): string {
  return tableOf(essentialSettings.map((name) => settings[name]));
}

function tableOf(described: readonly Setting[]): string {
  const rows = described.map((setting) => {
    const { name, fallback, meaning } = describeSetting(setting);
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${meaning} |`;
  });
  return ['| Name | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
