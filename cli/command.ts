import type { Client } from './http/client.ts';
import type { Connection } from './configuration/connection.ts';
import type { Answer } from './output/answer.ts';
import type { Printer } from './output/printer.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Surroundings } from './surroundings.ts';

/** An option: `flags` is `--dry-run`, `--team <id>` or `-f, --file <path>`. */
export type Option = {
  flags: string;
  help: string;
  choices?: readonly string[];
  /** Used when the option is not given. */
  default?: string;
  required?: true;
  /** The option may be given several times; its values are in `lists`. */
  many?: true;
};

/** An argument: `name` is `<id>` if it is required, `[id]` if not, `<ids...>` if there may be several (only the last one). */
export type Argument = {
  name: string;
  help: string;
  choices?: readonly string[];
  /** Completion offers the kinds. */
  completes?: 'kinds';
};

/** The checked words of a call; options are named by their long flag without dashes, as in `texts['dry-run']`. */
export type Given = {
  arguments: readonly string[];
  texts: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, boolean | undefined>>;
  lists: Readonly<Record<string, readonly string[] | undefined>>;
};

/** What a command works with. */
export type Context = {
  surroundings: Surroundings;
  /** The address and the key; read from options, environment and profile at the first call. */
  connection: () => Connection;
  /** The API at that address. */
  client: () => Client;
  printer: Printer;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

/** A command, or a group of commands if it has `commands` instead of `run`. */
export type Command = {
  name: string;
  /** One sentence without a period. */
  summary: string;
  /** Lines of help after the options. */
  details?: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Complete calls, e.g. `concordat get team checkout`. */
  examples?: readonly string[];
  commands?: readonly Command[];
  /** True if words that are not declared are taken as arguments. */
  takesAnything?: true;
  /** Returns the answer, or an exit code (or nothing) if the command has printed all of its output. */
  run?: (given: Given, context: Context) => Promise<Answer | ExitCode | undefined>;
};
