import { settings } from '../../config.ts';
import type { Patient } from './check.ts';

/** Shorter texts stand in harmless words too. */
const shortestSecret = 4;

const secretSettings = Object.entries(settings).filter(([, setting]) => 'secret' in setting);

function valuesOf(config: Patient['config'], name: string): string[] {
  const value = (config as Record<string, unknown>)[name];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one) => typeof one === 'string');
}

/** Every text that must not be printed: secret settings and credentials, and of addresses their passwords. */
export function secretsOf({ env, config, databaseUrl, redisUrl, running }: Patient): string[] {
  const values = [
    // As given, also when they are wrong, and as read from the file that NAME_FILE names.
    ...secretSettings.flatMap(([name, setting]) => [env[setting.env], ...valuesOf(config, name)]),
    ...Object.entries(config.sourceCredentials)
      .filter(([name]) => /PASSWORD|SECRET|TOKEN|KEY/.test(name))
      .map(([, value]) => value),
    databaseUrl,
    redisUrl,
    running?.databaseUrl,
    running?.redisUrl,
  ].filter((value) => value !== undefined);
  return [...new Set(values.flatMap(secretPartsOf))]
    .filter((value) => value.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
}

/** The text with each of the values replaced by stars. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((clean, value) => clean.replaceAll(value, '***'), text);
}

/** Of an address the password, as written and as meant; else the whole text. */
function secretPartsOf(value: string): string[] {
  if (!/^[a-z]+:\/\//.test(value) || !URL.canParse(value)) return [value];
  const { password } = new URL(value);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
