import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';

/** One setting: its variable, its type with the default, its meaning, and whether it is a secret (then `NAME_FILE` may name a file that holds the value). */
export type Setting = { env: string; schema: TSchema; meaning: string; secret?: true };

const ajv = new Ajv({ coerceTypes: true, strict: false });

/**
 * The value of a setting in these variables, or its default; undefined when it is optional and not set. What is wrong is added to
 * `problems`, each of which begins with the name of a variable and holds no value of a secret.
 */
export function readSetting(setting: Setting, env: NodeJS.ProcessEnv, problems: string[]): unknown {
  const before = problems.length;
  const raw = readRaw(setting, env, problems);
  if (problems.length > before) return undefined;
  if (raw === undefined) {
    const fallback: unknown = setting.schema.default;
    if (fallback === undefined && !isOptional(setting.schema)) {
      problems.push(`${setting.env} is not set: ${setting.meaning}`);
    }
    return fallback;
  }
  const isList = setting.schema.type === 'array';
  const holder = { value: isList ? splitList(raw) : raw };
  const validate = ajv.compile({ properties: { value: setting.schema } });
  if (!validate(holder)) {
    const shown = setting.secret ? 'its value' : `'${raw}'`;
    const problem = describeProblem(validate.errors?.[0], setting.schema.description);
    problems.push(`${setting.env}: ${shown} ${problem}`);
  }
  return holder.value;
}

function describeProblem(error: ErrorObject | undefined, wanted: string | undefined): string {
  const { allowedValues } = (error?.params ?? {}) as { allowedValues?: readonly string[] };
  if (allowedValues) return `must be one of ${allowedValues.join(', ')}`;
  if (error?.keyword === 'pattern' && wanted !== undefined) return `must be ${wanted}`;
  return error?.message ?? 'is wrong';
}

/** The variable, or for secrets the content of the file that NAME_FILE names; empty counts as unset. */
function readRaw(setting: Setting, env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const file = setting.secret ? env[`${setting.env}_FILE`] : undefined;
  if (!file) return env[setting.env] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${setting.env}_FILE: cannot read ${file} (${code})`);
    return undefined;
  }
}

function isOptional(schema: TSchema): boolean {
  return Object.getOwnPropertySymbols(schema).some(
    (symbol) => symbol.description === 'TypeBox.Optional',
  );
}

function splitList(raw: string): string[] {
  return raw
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
