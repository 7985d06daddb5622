import { findBuild } from '../lib/processes/find-build.ts';
import { configure, isProgramEnd, toProgram } from './program.ts';
import type { Command, Context, Given } from './command.ts';
import { findConnection } from './configuration/connection.ts';
import type { Connection } from './configuration/connection.ts';
import { exitCodes } from './exit-codes.ts';
import { explainFailure } from './failure.ts';
import { createClient } from './http/client.ts';
import type { Client } from './http/client.ts';
import { entries } from './index.ts';
import { createPrinter, formats } from './output/printer.ts';
import type { Format } from './output/printer.ts';
import { describeProgram, describeStart } from './help.ts';
import { operatorCommands } from './generated/operator-commands.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs a client command and prints its answer; returns the exit code, and never throws. */
export async function main(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  const [name = '', ...rest] = words;
  if (name === 'help' && rest.length > 0) return main([...rest, '--help'], surroundings);
  const text = await describe(name, rest);
  if (text !== undefined) {
    stdout.write(text);
    return name === '' ? exitCodes.usage : exitCodes.done;
  }
  const entry = entries.find((each) => each.name === name);
  if (entry) return call(await entry.load(rest), rest, surroundings);
  const isOption = name.startsWith('-');
  const options = `Options follow the command: concordat <command> ${name}.`;
  stderr.write(`${isOption ? options : unknownCommand(name)}\n`);
  return exitCodes.usage;
}

/** The text of a call that needs no command: help, the version, and candidates for a shell. */
async function describe(name: string, rest: readonly string[]): Promise<string | undefined> {
  if (['', '--help', '-h', 'help'].includes(name)) return `${describeProgram()}\n`;
  if (name === '--version' || name === '-V') return `${findBuild().version}\n`;
  if (name === 'start') return `${describeStart()}\n`;
  if (name !== '__complete') return undefined;
  // Loaded only here, because it is called for each Tab and by nothing else.
  const { complete } = await import('./completion/complete.ts');
  const candidates = await complete(rest);
  return candidates.map((candidate) => `${candidate.join('\t')}\n`).join('');
}

function unknownCommand(name: string): string {
  const names = [...entries, ...operatorCommands].map((each) => each.name);
  const similar = names.filter((each) => each.startsWith(name.slice(0, 3)));
  const advice = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
  return `There is no command '${name}'.${advice} concordat --help lists the commands.`;
}

async function call(
  command: Command,
  words: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  let code: number = exitCodes.done;
  const program = toProgram(command, ['concordat'], async (called, given) => {
    code = await perform(called, given, surroundings);
  });
  forEachProgram(program, (each) =>
    configure(each).configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    }),
  );
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (isProgramEnd(error)) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { exitCode, text } = explainFailure(error);
    stderr.write(`${text}\n`);
    return exitCode;
  }
}

type Program = ReturnType<typeof toProgram>;

function forEachProgram(program: Program, change: (program: Program) => void): void {
  change(program);
  for (const below of program.commands) forEachProgram(below, change);
}

async function perform(
  command: Command,
  given: Given,
  surroundings: Surroundings,
): Promise<number> {
  const { signal, stderr } = surroundings;
  const printer = createPrinter(surroundings, readFormat(given.texts['output']));
  try {
    const answer = await command.run?.(given, createContext(given, surroundings, printer));
    if (typeof answer === 'number') return answer;
    if (answer !== undefined) await printer.print(answer);
    return answer?.code ?? exitCodes.done;
  } catch (error) {
    if (signal.aborted) return exitCodes.interrupted;
    const { exitCode, text, json } = explainFailure(error);
    if (printer.isForPrograms) await printer.print({ value: json });
    stderr.write(`${text}\n`);
    return exitCode;
  }
}

function readFormat(text: string | undefined): Format {
  return formats.find((format) => format === text) ?? 'table';
}

function createContext(
  { texts }: Given,
  surroundings: Surroundings,
  printer: Context['printer'],
): Context {
  let connection: Connection | undefined;
  let client: Client | undefined;
  const connect = () =>
    (connection ??= findConnection(surroundings, { url: texts['url'], profile: texts['profile'] }));
  return {
    surroundings,
    connection: connect,
    client: () => (client ??= createClient(connect(), surroundings)),
    printer,
    signal: surroundings.signal,
  };
}
