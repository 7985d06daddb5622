import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** A command of the README, and the lines that it says are printed. */
export type ReadmeStep = { command: string; printed: string[] };

/** The commands of a section of the README with the output that is printed below them. */
export function readSteps(section: string): ReadmeStep[] {
  const [, rest = ''] = readFileSync('README.md', 'utf8').split(`## ${section}\n`);
  const [tour = ''] = rest.split('\n## ');
  const blocks = [...tour.matchAll(/```(sh)?\n([\s\S]*?)```/g)].map(([, kind, text = '']) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text }, index) => {
    if (kind !== 'sh' || !text.includes('curl')) return [];
    const output = blocks[index + 1];
    return [
      {
        command: text,
        printed: output && output.kind === undefined ? output.text.trimEnd().split('\n') : [],
      },
    ];
  });
}

/** What differs from run to run. */
function normalise(line: string): string {
  return line
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>')
    .replace(/"[0-9a-f]{32}"/g, '"<checksum>"')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '<address>')
    .trim()
    .replace(/,$/, '');
}

/** True when the line is as printed; `…` at its end stands for anything. */
function isPrinted(actual: string, printed: string): boolean {
  const [start, cut] = printed.split(' …');
  return cut === undefined ? actual === printed : actual.startsWith(start ?? '');
}

/** Runs the commands one after the other in one shell and expects the printed lines in their order. */
export async function expectAsPrinted(
  steps: readonly ReadmeStep[],
  env: Record<string, string>,
): Promise<void> {
  // The run of the step before needs a moment; a reader takes longer than this.
  const script = steps
    .map(({ command }, index) => `sleep 0.7; echo "### ${index}"; ${command}`)
    .join('\n');
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], options);
  const outputs = stdout.split(/^### \d+\n/m).slice(1);
  for (const [index, { command, printed }] of steps.entries()) {
    const actual = (outputs[index] ?? '').split('\n').map(normalise);
    for (const line of printed.map(normalise).filter((text) => text !== '' && text !== '…')) {
      const at = actual.findIndex((each) => isPrinted(each, line));
      expect({ command, line, found: at >= 0 }).toEqual({ command, line, found: true });
      actual.splice(0, at + 1);
    }
  }
}
