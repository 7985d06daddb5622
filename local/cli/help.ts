import { isBelowConcordat } from '../../lib/operator-command.ts';
import { commonOptions } from './command.ts';
import type { Action, Command, Option } from './command.ts';

const exitCodes = `Exit codes: 0 done, 1 refused or failed, ${isBelowConcordat(process.env) ? 64 : 2} wrong usage (an unknown option or command).`;

/** The command line of an action, e.g. `npm run keys -- create`. */
export function callOf(command: Command, action?: Action): string {
  return action?.name === undefined
    ? `npm run ${command.name}`
    : `npm run ${command.name} -- ${action.name}`;
}

/** The help of one action: its command line, purpose and options. */
export function describeAction(command: Command, action: Action): string {
  const wanted = action.options.filter((option) => option.required).map(wordsOf);
  const argumentNames = (action.arguments ?? []).map(({ name }) => `<${name}>`);
  const dashes = action.name === undefined ? ' --' : '';
  const rows: [string, string][] = [
    ...(action.arguments ?? []).map(({ name, help }): [string, string] => [`<${name}>`, help]),
    ...[...action.options, ...commonOptions].map((option): [string, string] => [
      wordsOf(option),
      helpOf(option),
    ]),
  ];
  return [
    `Usage: ${[callOf(command, action) + dashes, ...argumentNames, ...wanted].join(' ')} [options]`,
    '',
    `${action.summary}.`,
    '',
    ...aligned(rows),
    '',
    exitCodes,
  ].join('\n');
}

/** The help of a command with several actions. */
export function describeCommand(command: Command): string {
  const rows = command.actions.map((action): [string, string] => [
    action.name ?? '',
    action.summary,
  ]);
  return [
    `Usage: npm run ${command.name} -- <command> [options]`,
    '',
    `${command.summary}.`,
    '',
    ...aligned(rows),
    '',
    `npm run ${command.name} -- <command> --help shows the options of a command.`,
    exitCodes,
  ].join('\n');
}

function wordsOf({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`;
}

function helpOf({ help, choices, required }: Option): string {
  const parts = [help, choices?.join(', '), required && 'required'];
  return parts.filter(Boolean).join('; ');
}

function aligned(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
}
