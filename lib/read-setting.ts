import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';

/**
 * One setting: its variable, its type with the default, and its meaning. For a secret, `NAME_FILE` may name a file that holds the
 * value.
 */
export type Setting = { env: string; schema: TSchema; meaning: string; secret?: true };

const ajv = new Ajv({ coerceTypes: true, strict: false });

/**
 * Reads the value of a setting from the variables, or its default; undefined if it is optional and not set. Problems are added to
 * `problems`; each begins with the name of a variable and contains no secret value.
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
  const isValid: boolean = validate(holder);
  if (!isValid) {
    const [error] = validate.errors ?? [];
    const shown = setting.secret ? 'its value' : `'${wrongItem(holder.value, error) ?? raw}'`;
    problems.push(`${setting.env}: ${shown} ${describeProblem(error, setting.schema.description)}`);
  }
  return holder.value;
}

/** The wrong item of a list, or undefined. */
function wrongItem(value: unknown, error: ErrorObject | undefined): string | undefined {
  const [, , index] = error?.instancePath.split('/') ?? [];
  return Array.isArray(value) ? String(value[Number(index)]) : undefined;
}

function describeProblem(error: ErrorObject | undefined, wanted: string | undefined): string {
  const { allowedValues } = (error?.params ?? {}) as { allowedValues?: readonly string[] };
  if (allowedValues) return `must be one of ${allowedValues.join(', ')}`;
  const isAboutText = ['pattern', 'minLength'].includes(error?.keyword ?? '');
  if (isAboutText && wanted !== undefined) return `must be ${wanted}`;
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
