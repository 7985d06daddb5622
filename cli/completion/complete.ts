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
  // bash sends `--output=json` as three words; zsh and fish replace all of it.
  const given = words.at(-1) === '=' ? '' : (words.at(-1) ?? '');
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(given) ?? [];
  const current = value ?? given;
  const before = words.slice(0, -1).filter((word) => word !== '=');
  if (flag !== undefined) before.push(flag);
  const candidates = await candidatesAfter(before, current);
  const prefix = flag === undefined ? '' : `${flag}=`;
  return candidates
    .filter(([word]) => word.startsWith(current))
    .map(([word, meaning]) => [prefix + word, meaning]);
}

async function candidatesAfter(
  [name, ...rest]: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  if (name === undefined) return [...namesOfCommands(), helpCommand];
  if (name === 'help') return rest.length === 0 ? namesOfCommands() : candidatesAfter(rest, '');
  const operator = operatorCommands.find((command) => command.name === name);
  if (operator) return ofOperator(operator, rest, current);
  const entry = entries.find((each) => each.name === name);
  if (!entry) return [];
  return ofCommand(await entry.load(rest), rest, current);
}

const helpCommand: Candidate = ['help', 'Show options and examples of a command'];
const helpOption: Candidate = ['--help', helpCommand[1]];

function namesOfCommands(): Candidate[] {
  return [...entries, ...operatorCommands].map(({ name, summary }) => [name, summary]);
}

function ofOperator(
  { actions }: OperatorCommand,
  rest: readonly string[],
  current: string,
): Candidate[] {
  const action = actions.find(({ name }) => name === undefined || name === rest[0]);
  if (!action) return rest.length > 0 ? [] : ofActions(actions);
  const options = action.options.map(({ name, hasValue, ...option }) => ({
    ...option,
    flags: hasValue ? `--${name} <value>` : `--${name}`,
  }));
  return ofOptions(options, rest, current) ?? [];
}

function ofActions(actions: OperatorCommand['actions']): Candidate[] {
  return actions.map(({ name = '', summary }) => [name, summary]);
}

function ofCommand(command: Command, rest: readonly string[], current: string): Candidate[] {
  if (command.commands) return ofGroup(command.commands, rest, current);
  const options = [...(command.options ?? []), ...commonOptions];
  const found = ofOptions(options, rest, current);
  if (found) return found;
  const given = rest.filter(
    (word, index) => !word.startsWith('-') && !openOption(options, rest.slice(0, index)),
  );
  const last = command.arguments?.at(-1);
  const argument =
    command.arguments?.[given.length] ?? (last?.name.includes('...') ? last : undefined);
  return ofArgument(argument).filter(([word]) => !given.includes(word));
}

/** The values of an option that waits for one, or the options if one is begun; otherwise undefined. */
function ofOptions(
  options: readonly Option[],
  rest: readonly string[],
  current: string,
): Candidate[] | undefined {
  const open = openOption(options, rest);
  if (open) return (open.choices ?? []).map((choice) => [choice, open.help]);
  if (!current.startsWith('-')) return undefined;
  const listed = options.map((option): Candidate => [flagsOf(option).at(-1) ?? '', option.help]);
  return [...listed, helpOption];
}

/** The option whose value follows these words. */
function openOption(options: readonly Option[], words: readonly string[]): Option | undefined {
  const last = words.at(-1) ?? '';
  return options.find((option) => takesValue(option) && flagsOf(option).includes(last));
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
