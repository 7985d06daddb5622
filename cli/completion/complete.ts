import { kinds } from '../documents/kinds.ts';
import type { Argument, Command, Option } from '../command.ts';
import { operatorCommands } from '../generated/operator-commands.ts';
import type { OperatorCommand } from '../operators/operator-command.ts';
import { commonOptions } from '../program.ts';
import { entries } from '../index.ts';

/** A word that may follow, and its meaning. */
export type Candidate = readonly [word: string, meaning: string];

/** What may stand in place of the last word. */
export async function complete(words: readonly string[]): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const candidates = await candidatesAfter(before, current);
  return candidates.filter(([word]) => word.startsWith(current));
}

async function candidatesAfter(
  [name, ...rest]: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  if (name === undefined)
    return [...entries, ...operatorCommands].map(({ name, summary }) => [name, summary]);
  const operator = operatorCommands.find((command) => command.name === name);
  if (operator) return ofOperator(operator, rest, current);
  const entry = entries.find((each) => each.name === name);
  if (!entry) return [];
  return ofCommand(await entry.load(rest), rest, current);
}

function ofOperator(
  { actions }: OperatorCommand,
  rest: readonly string[],
  current: string,
): Candidate[] {
  const action = actions.find(({ name }) => name === undefined || name === rest[0]);
  if (!action) return actions.map(({ name = '', summary }) => [name, summary]);
  if (!current.startsWith('-')) return [];
  return action.options.map(({ name, help }) => [`--${name}`, help]);
}

function ofCommand(command: Command, rest: readonly string[], current: string): Candidate[] {
  if (command.commands) return ofGroup(command.commands, rest, current);
  const options = [...(command.options ?? []), ...commonOptions];
  const last = rest.at(-1) ?? '';
  const open = options.find((option) => takesValue(option) && flagsOf(option).includes(last));
  if (open) return (open.choices ?? []).map((choice) => [choice, open.help]);
  if (current.startsWith('-'))
    return options.map((option) => [flagsOf(option).at(-1) ?? '', option.help]);
  const position = rest.filter((word) => !word.startsWith('-')).length;
  return ofArgument(command.arguments?.[position]);
}

function ofGroup(commands: readonly Command[], rest: readonly string[], current: string) {
  const [first, ...others] = rest;
  const below = commands.find(({ name }) => name === first);
  if (below) return ofCommand(below, others, current);
  if (rest.length > 0) return [];
  return commands.map(({ name, summary }): Candidate => [name, summary]);
}

function ofArgument(argument: Argument | undefined): Candidate[] {
  if (argument?.completes === 'kinds') return kinds.map(({ name, path }) => [name, path]);
  return (argument?.choices ?? []).map((choice) => [choice, argument?.help ?? '']);
}

function flagsOf({ flags }: Option): string[] {
  return flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));
}

function takesValue({ flags }: Option): boolean {
  return flags.includes('<');
}
