import { settings } from '../../config.ts';
import type { Installation } from './check.ts';

/** Shorter values also occur in ordinary words. */
const minSecretLength = 4;

const secretSettings = Object.entries(settings).filter(([, setting]) => 'secret' in setting);

function valuesOf(config: Installation['config'], name: string): string[] {
  const value = (config as Record<string, unknown>)[name];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one) => typeof one === 'string');
}

/** Every text that must not be printed: secret settings, credentials, and passwords in addresses. */
export function secretsOf({ env, config, databaseUrl, redisUrl, running }: Installation): string[] {
  const values = [
    // Values as given, even if invalid, and as read from the file in NAME_FILE.
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
    .filter((value) => value.length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length);
}

/** The text with each value replaced by stars. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((clean, value) => clean.replaceAll(value, '***'), text);
}

/** The password of an address, encoded and decoded; of other values the whole text. */
function secretPartsOf(value: string): string[] {
  if (!/^[a-z]+:\/\//.test(value) || !URL.canParse(value)) return [value];
  const { password } = new URL(value);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
