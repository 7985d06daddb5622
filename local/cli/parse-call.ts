import { parseArgs } from 'node:util';

import { commonOptions, wrongUsage } from './command.ts';
import type { Action, Given, Option } from './command.ts';

type Token = { kind: string; name?: string; rawName?: string; value?: string | undefined };

/**
 * Checks the words of a call against the declaration of the action. Throws a usage error that lists the known options, or the
 * missing ones; with `--help` nothing is required.
 */
export function parseCall(action: Action, words: readonly string[]): Given {
  const known = [...action.options, ...commonOptions];
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: Object.fromEntries(known.map((option) => [option.name, { type: typeOf(option) }])),
    allowPositionals: true,
    // The strict mode of Node does not list the available options in its messages.
    strict: false,
    tokens: true,
  });
  const texts: Record<string, string> = {};
  const flags: Record<string, boolean> = {};
  for (const token of tokens as Token[]) {
    if (token.kind !== 'option') continue;
    const option = findOption(known, token);
    if (option.name in texts || option.name in flags)
      throw wrongUsage(`--${option.name} is given more than once; give it once.`);
    if (option.value === undefined) flags[option.name] = true;
    else texts[option.name] = token.value ?? '';
  }
  if (!flags['help']) {
    checkArguments(action, positionals);
    checkRequired(action.options, texts);
  }
  return { texts, flags, arguments: positionals };
}

function typeOf(option: Option): 'string' | 'boolean' {
  return option.value === undefined ? 'boolean' : 'string';
}

function findOption(known: readonly Option[], token: Token): Option {
  const option = known.find(({ name }) => token.rawName === `--${name}`);
  if (option === undefined) {
    const names = known.map(({ name }) => `--${name}`).join(', ');
    throw wrongUsage(`Unknown option ${token.rawName}; the options are ${names}.`);
  }
  if (option.value === undefined) {
    if (token.value !== undefined) throw wrongUsage(`--${option.name} takes no value.`);
    return option;
  }
  checkValue(option, token.value);
  return option;
}

function checkValue(option: Option, value: string | undefined): void {
  const { name, choices } = option;
  // A value that begins with dashes is the next option, and the value was forgotten.
  if (value === undefined || value === '' || value.startsWith('--')) {
    throw wrongUsage(`--${name} needs a value: --${name} <${option.value}>.`);
  }
  if (choices && !choices.includes(value)) {
    throw wrongUsage(`--${name} cannot be '${value}'; use one of ${choices.join(', ')}.`);
  }
}

function checkArguments(action: Action, positionals: readonly string[]): void {
  const wanted = action.arguments ?? [];
  const missing = wanted[positionals.length];
  if (missing) throw wrongUsage(`<${missing.name}> is missing: ${missing.help}.`);
  const extra = positionals[wanted.length];
  if (extra !== undefined) {
    const names = wanted.map(({ name }) => `<${name}>`).join(' ');
    throw wrongUsage(
      `'${extra}' is unexpected${names && `; only ${names} is expected`}. Put options after -- of npm run.`,
    );
  }
}

function checkRequired(options: readonly Option[], texts: Record<string, string>): void {
  const missing = options.find((option) => option.required && texts[option.name] === undefined);
  if (!missing) return;
  const choices = missing.choices ? `: ${missing.choices.join(', ')}` : '';
  throw wrongUsage(`--${missing.name} <${missing.value}> is missing${choices}.`);
}
