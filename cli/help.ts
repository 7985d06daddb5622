import { operatorCommands } from './generated/operator-commands.ts';
import { entries, groups } from './index.ts';

type Row = { name: string; summary: string };

/** The list of all commands. */
export function describeProgram(): string {
  const width = Math.max(...[...entries, ...operatorCommands].map(({ name }) => name.length));
  const rowOf = ({ name, summary }: Row): string => `  ${name.padEnd(width)}  ${summary}`;
  const sections = groups.flatMap((group) => {
    const rows = entries.filter((entry) => entry.group === group).map(rowOf);
    return rows.length === 0 ? [] : ['', `${group}:`, ...rows];
  });
  return [
    'Usage: concordat <command> [options]',
    ...sections,
    '',
    'On the server:',
    ...operatorCommands.map(rowOf),
    '',
    'concordat <command> --help shows options and examples of a command.',
    'Address and key come from concordat login, or from CONCORDAT_URL and CONCORDAT_API_KEY.',
  ].join('\n');
}

/** The help of `concordat start`; the other commands of operators describe themselves. */
export function describeStart(): string {
  return [
    'Usage: concordat start [--demo]',
    '',
    'Runs Concordat until Ctrl-C, with a private Postgres and Redis unless DATABASE_URL and REDIS_URL name yours.',
    '',
    '  --demo      also loads teams, contracts, products and data of an invented company, once, and tests them',
    '  -h, --help  show this help',
    '',
    'Settings are environment variables, such as PORT. Data is in DATA_DIR, or in a folder of your account:',
    '~/.local/share/concordat.',
    '',
    'Examples:',
    '  concordat start --demo',
    '  PORT=9000 DATA_DIR=./catalog concordat start',
  ].join('\n');
}
