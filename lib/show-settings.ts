import type { Setting } from './read-setting.ts';

/** A setting as people may see it; a secret has no value. */
export type ShownSetting = {
  env: string;
  meaning: string;
  isSecret: boolean;
  /** `file`: in the file that NAME_FILE names; `nowhere`: it is optional and not set. */
  setIn: 'environment' | 'file' | 'default' | 'nowhere';
  /** Path of that file. */
  file: string | undefined;
  value: string | undefined;
};

/** Says of each setting which value holds and where it is set. */
export function showSettings(
  settings: Readonly<Record<string, Setting>>,
  env: NodeJS.ProcessEnv,
  values: Readonly<Record<string, unknown>>,
): ShownSetting[] {
  return Object.entries(settings).map(([name, { env: variable, meaning, secret }]) => {
    const file = (secret && env[`${variable}_FILE`]) || undefined;
    const value = values[name];
    const isSet = Boolean(env[variable]);
    const otherwise = value === undefined ? 'nowhere' : 'default';
    return {
      env: variable,
      meaning,
      isSecret: secret === true,
      setIn: file ? 'file' : isSet ? 'environment' : otherwise,
      file,
      value: secret || value === undefined ? undefined : toText(value),
    };
  });
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
