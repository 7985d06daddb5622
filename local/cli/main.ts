import { systemClock } from '../../lib/clock.ts';
import { isWrongUsage, wrongUsage } from './command.ts';
import type { Action, Command, CommandContext, Outcome } from './command.ts';
import { explainFailure } from './explain-failure.ts';
import { describeAction, describeCommand } from './help.ts';
import { commands, loadCommand } from './index.ts';
import { isBelowConcordat } from '../../lib/operator-command.ts';
import { inWordsOfConcordat } from '../words-of-concordat.ts';
import { parseCall } from './parse-call.ts';

/** The output and the exit code of a call. */
export type Printed = { code: 0 | 1 | 2; out: string; error: string };

/** Exit code of `concordat` for wrong usage: its 2 says that a check has failed. */
const usageOfConcordat = 64;

/** Runs a command and prints its answer; returns the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  // A closed pipe (`npm run keys -- list | head -1`) is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const context = { env: process.env, rootDir: process.cwd(), clock: systemClock };
  const { code, out, error } = await answerCall(words, context);
  process.stdout.write(inWordsOfConcordat(out, process.env));
  process.stderr.write(inWordsOfConcordat(error, process.env));
  return code === 2 && isBelowConcordat(process.env) ? usageOfConcordat : code;
}

/** Runs a command; never throws. */
export async function answerCall(
  words: readonly string[],
  context: CommandContext,
): Promise<Printed> {
  const asJson = words.includes('--json');
  try {
    const { text, json, failed, isPrinted } = await answer(words, context);
    const out = asJson ? toJson(json) : `${text}\n`;
    return { code: failed ? 1 : 0, out: isPrinted ? '' : out, error: '' };
  } catch (error) {
    const { code, message, stack } = explainFailure(error);
    const trace = stack === undefined ? '' : `${stack}\n`;
    return {
      code: isWrongUsage(error) ? 2 : 1,
      out: asJson ? toJson({ error: { code, message } }) : '',
      error: asJson ? trace : `${message}\n${trace}`,
    };
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

async function answer(words: readonly string[], context: CommandContext): Promise<Outcome> {
  const [name, ...rest] = words;
  const command = await findCommand(name);
  const [single] = command.actions;
  if (single !== undefined && single.name === undefined)
    return perform(command, single, rest, context);
  const [first, ...others] = rest;
  if (asksForHelp(first, others)) return help(describeCommand(command));
  return perform(command, findAction(command, first), others, context);
}

/** True for a help request, including `--json --help`. */
function asksForHelp(first: string | undefined, others: readonly string[]): boolean {
  return first === '--help' || (first === '--json' && others.includes('--help'));
}

async function perform(
  command: Command,
  action: Action,
  words: readonly string[],
  context: CommandContext,
): Promise<Outcome> {
  const given = parseCall(action, words);
  if (given.flags['help']) return help(describeAction(command, action));
  return action.run(given, context);
}

function help(text: string): Outcome {
  return { text, json: { help: text } };
}

async function findCommand(name = ''): Promise<Command> {
  const found = await loadCommand(name);
  if (found) return found;
  const names = Object.keys(commands)
    .map((each) => `npm run ${each}`)
    .join(', ');
  throw wrongUsage(`There is no command '${name}'; available commands are ${names}.`);
}

function findAction(command: Command, name: string | undefined): Action {
  const found = command.actions.find((action) => action.name === name);
  if (found) return found;
  const names = command.actions.map((action) => action.name).join(', ');
  const problem =
    name === undefined || name.startsWith('-')
      ? `Say what to do with ${command.name}: ${names}`
      : `${command.name} has no command '${name}'; available commands are ${names}`;
  throw wrongUsage(
    `${problem}. For example: npm run ${command.name} -- ${command.actions[0]?.name} --help`,
  );
}
