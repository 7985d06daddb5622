import path from 'node:path';
import type { Context, Given, Option } from '../command.ts';
import { writeFile } from '../files/write-file.ts';
import type { Finding } from './finding.ts';
import { toJunit } from './junit.ts';
import { toSarif } from './sarif.ts';

/** Options of commands that write reports for pipelines. */
export const reportOptions: readonly Option[] = [
  { flags: '--junit <file>', help: 'write a report as JUnit XML' },
  { flags: '--sarif <file>', help: 'write what is wrong as SARIF 2.1.0' },
  {
    flags: '--markdown <file>',
    help: 'append a summary in Markdown, e.g. to $GITHUB_STEP_SUMMARY',
  },
];

export type Report = {
  /** The command. */
  tool: string;
  findings: readonly Finding[];
  markdown: () => string;
};

/** Writes the reports that the options name; folders of the files are made. */
export function writeReports(
  { texts }: Given,
  { surroundings }: Pick<Context, 'surroundings'>,
  { tool, findings, markdown }: Report,
): void {
  const write = (name: string, textOf: () => string, appends = false): void => {
    const given = texts[name];
    if (given === undefined) return;
    const file = path.resolve(surroundings.workingDir, given);
    writeFile({ file, text: textOf(), option: `--${name}`, appends });
  };
  write('junit', () => toJunit(`concordat ${tool}`, findings));
  write('sarif', () => toSarif(tool, findings));
  write('markdown', () => `${markdown()}\n`, true);
}
