import {
  Command as Program,
  CommanderError,
  Option as ProgramOption,
  Argument as ProgramArgument,
} from 'commander';
import type { Argument, Command, Given, Option } from './command.ts';
import { exitCodeTexts } from './exit-codes.ts';
import { formats } from './output/printer.ts';

/** Options of every client command. */
export const commonOptions: readonly Option[] = [
  {
    flags: '-o, --output <format>',
    help: 'format of the answer',
    choices: formats,
    default: 'table',
  },
  { flags: '--url <address>', help: 'address of Concordat (CONCORDAT_URL)' },
  { flags: '--profile <name>', help: 'stored sign-in (CONCORDAT_PROFILE)' },
];

/** Called with the words of a call once they are checked. */
export type Perform = (command: Command, given: Given) => Promise<void>;

/** True for the errors with which commander ends: help that was asked for, and wrong usage. */
export function isProgramEnd(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}

/** The program of a command with its options, its help and the commands below it. */
export function toProgram(command: Command, parents: readonly string[], perform: Perform): Program {
  const words = [...parents, command.name];
  const program = configure(
    new Program(parents.length === 1 ? words.join(' ') : command.name),
  ).description(`${command.summary}.`);
  for (const below of command.commands ?? []) program.addCommand(toProgram(below, words, perform));
  if (command.run) addCall(program, command, perform);
  program.addHelpText('after', () => helpAfter(command, words));
  return program;
}

/** Settings of all programs: errors are thrown, and messages name what would be right. */
export function configure(program: Program): Program {
  return program
    .exitOverride()
    .showHelpAfterError(false)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .allowExcessArguments(false);
}

function addCall(program: Program, command: Command, perform: Perform): void {
  for (const argument of command.arguments ?? []) program.addArgument(toArgument(argument));
  for (const option of [...(command.options ?? []), ...commonOptions])
    program.addOption(toOption(option));
  if (command.takesAnything) program.allowUnknownOption().allowExcessArguments();
  program.action(async () => perform(command, readGiven(program, command)));
}

function toArgument({ name, help, choices }: Argument): ProgramArgument {
  const argument = new ProgramArgument(name, help);
  return choices ? argument.choices(choices) : argument;
}

function toOption({
  flags,
  help,
  choices,
  default: fallback,
  required,
  many,
}: Option): ProgramOption {
  const option = new ProgramOption(flags, help);
  if (choices) option.choices(choices);
  if (fallback !== undefined) option.default(fallback);
  if (required) option.makeOptionMandatory();
  if (many)
    option.argParser((value: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      value,
    ]);
  return option;
}

/** Options by their long flags: commander itself names them in camel case. */
function readGiven(program: Program, { arguments: declared = [], takesAnything }: Command): Given {
  const texts: Record<string, string> = {};
  const flags: Record<string, boolean> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const option of program.options) {
    const value: unknown = program.getOptionValue(option.attributeName());
    if (typeof value === 'string') texts[option.name()] = value;
    else if (typeof value === 'boolean') flags[option.name()] = value;
    else if (Array.isArray(value)) lists[option.name()] = value as string[];
  }
  const words = takesAnything ? program.args : program.args.slice(0, countOf(declared));
  return { arguments: words, texts, flags, lists };
}

function countOf(declared: readonly Argument[]): number {
  return declared.some(({ name }) => name.includes('...')) ? Infinity : declared.length;
}

function helpAfter({ details, examples = [], run }: Command, words: readonly string[]): string {
  const more = run ? [] : [`${words.join(' ')} <command> --help shows the options of a command.`];
  const codes = exitCodeTexts.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  return [
    ...(details === undefined ? [] : ['', details]),
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples.map((each) => `  ${each}`)]),
    ...(more.length === 0 ? [] : ['', ...more]),
    ...(run ? ['', 'Exit codes:', ...codes] : []),
  ].join('\n');
}
