import type { Clock } from '../../lib/clock.ts';

/** What a command finds around it. */
export type Surroundings = { env: NodeJS.ProcessEnv; rootDir: string; clock: Clock };

/** `--name <value>`, or without `value` a flag. */
export type Option = {
  name: string;
  value?: string;
  help: string;
  required?: true;
  /** The only values that are accepted. */
  choices?: readonly string[];
};

/** The words of a call, checked against the declaration: required ones are there, choices are kept. */
export type Given = {
  texts: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, boolean>>;
  /** Values of the declared arguments, in their order. */
  arguments: readonly string[];
};

/**
 * What a call answers: `text` for people, `json` for programs; `failed` makes the exit code 1, and `isPrinted` says that it
 * has printed everything itself, as it happened.
 */
export type Outcome = { text: string; json: unknown; failed?: boolean; isPrinted?: boolean };

/** One thing a command does; without a name it is the command itself. */
export type Action = {
  name?: string;
  summary: string;
  options: readonly Option[];
  arguments?: readonly { name: string; help: string }[];
  run: (given: Given, surroundings: Surroundings) => Promise<Outcome>;
};

/** `npm run <name>`: declared in a file of that name, listed in index.ts, and a script of package.json. */
export type Command = { name: string; summary: string; actions: readonly Action[] };

/** What every action knows. */
export const commonOptions: readonly Option[] = [
  { name: 'json', help: 'print one JSON value instead of text' },
  { name: 'help', help: 'print this' },
];

const wrongUsageName = 'WrongUsage';

/** An error of whoever typed the call: exit code 2. */
export function wrongUsage(message: string): Error {
  const error = new Error(message);
  error.name = wrongUsageName;
  return error;
}

/** True for errors made by `wrongUsage`. */
export function isWrongUsage(error: unknown): error is Error {
  return error instanceof Error && error.name === wrongUsageName;
}
