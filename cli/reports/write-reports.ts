import fs from 'node:fs';
import path from 'node:path';
import type { Context, Given, Option } from '../command.ts';
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
  const at = (name: string): string | undefined => {
    const file = texts[name];
    if (file === undefined) return undefined;
    const location = path.resolve(surroundings.workingDir, file);
    fs.mkdirSync(path.dirname(location), { recursive: true });
    return location;
  };
  const [junit, sarif, summary] = ['junit', 'sarif', 'markdown'].map(at);
  if (junit) fs.writeFileSync(junit, toJunit(`concordat ${tool}`, findings));
  if (sarif) fs.writeFileSync(sarif, toSarif(tool, findings));
  if (summary) fs.appendFileSync(summary, `${markdown()}\n`);
}
