import type { Clock } from '../../lib/clock.ts';

/** The environment of a command. */
export type CommandContext = { env: NodeJS.ProcessEnv; rootDir: string; clock: Clock };

/** `--name <value>`, or a flag if `value` is undefined. */
export type Option = {
  name: string;
  value?: string;
  help: string;
  required?: true;
  /** The accepted values. */
  choices?: readonly string[];
};

/** The checked options and arguments of a call. */
export type Given = {
  texts: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, boolean>>;
  /** Values of the declared arguments in their order. */
  arguments: readonly string[];
};

/**
 * The outcome of a call: `text` for people, `json` for programs; `failed` sets exit code 1, and `isPrinted` means that the
 * command has already printed its output.
 */
export type Outcome = { text: string; json: unknown; failed?: boolean; isPrinted?: boolean };

/** One action of a command; an action without a name is the command itself. */
export type Action = {
  name?: string;
  summary: string;
  options: readonly Option[];
  arguments?: readonly { name: string; help: string }[];
  run: (given: Given, context: CommandContext) => Promise<Outcome>;
};

/** `npm run <name>`: declared in a file of that name, listed in index.ts, and a script of package.json. */
export type Command = { name: string; summary: string; actions: readonly Action[] };

/** Options of every action. */
export const commonOptions: readonly Option[] = [
  { name: 'json', help: 'print one JSON value instead of text' },
  { name: 'help', help: 'print this' },
];

const wrongUsageName = 'WrongUsage';

/** An error in the call itself: exit code 2. */
export function wrongUsage(message: string): Error {
  const error = new Error(message);
  error.name = wrongUsageName;
  return error;
}

/** True for errors created by `wrongUsage`. */
export function isWrongUsage(error: unknown): error is Error {
  return error instanceof Error && error.name === wrongUsageName;
}
