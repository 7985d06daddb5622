import { settings } from '../../config.ts';
import type { Setting } from '../../lib/read-setting.ts';

/** A setting as people read it: its name, its default (empty when it has none), and its meaning. */
function describeSetting(setting: Setting): { name: string; fallback: string; meaning: string } {
  const fallback = setting.schema.default as string | number | readonly string[] | undefined;
  return {
    name: setting.env,
    fallback: Array.isArray(fallback) ? fallback.join(',') : String(fallback ?? ''),
    meaning: `${setting.meaning}${setting.secret ? ` (or ${setting.env}_FILE)` : ''}`,
  };
}

/** The text of `.env.example`, written from the settings; a test keeps the file fresh. */
export function envExample(): string {
  const blocks = Object.values<Setting>(settings).map((setting) => {
    const { name, fallback, meaning } = describeSetting(setting);
    const hasDefault = setting.schema.default !== undefined;
    return `# ${meaning}\n${hasDefault ? '' : '# '}${name}=${fallback}\n`;
  });
  return blocks.join('\n');
}

/** The table of settings in the README, written from the settings; a test keeps it fresh. */
export function settingsTable(): string {
  const rows = Object.values<Setting>(settings).map((setting) => {
    const { name, fallback, meaning } = describeSetting(setting);
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${meaning} |`;
  });
  return ['| Name | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
