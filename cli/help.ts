import { entries, groups } from './index.ts';

/** A command of operators, in the list of commands. */
export type OperatorEntry = { name: string; summary: string };

/** The list of all commands. */
export function describeProgram(operators: readonly OperatorEntry[]): string {
  const width = Math.max(...[...entries, ...operators].map(({ name }) => name.length));
  const rowOf = ({ name, summary }: OperatorEntry): string => `  ${name.padEnd(width)}  ${summary}`;
  const sections = groups.flatMap((group) => {
    const rows = entries.filter((entry) => entry.group === group).map(rowOf);
    return rows.length === 0 ? [] : ['', `${group}:`, ...rows];
  });
  const ofOperators = operators.length === 0 ? [] : ['', 'On the server:', ...operators.map(rowOf)];
  return [
    'Usage: concordat <command> [options]',
    ...sections,
    ...ofOperators,
    '',
    'concordat <command> --help shows options and examples of a command.',
    'Address and key come from concordat login, or from CONCORDAT_URL and CONCORDAT_API_KEY.',
  ].join('\n');
}
