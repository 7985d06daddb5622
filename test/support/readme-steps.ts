import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A command of a document, and the output lines shown in the document. */
export type ReadmeStep = { command: string; printed: string[] };

type Section = { title: string; text: string };

/** The text of a document by its second-level headings; the text before them has the title ''. */
function readSections(file: string): Section[] {
  const parts = readFileSync(file, 'utf8').split(/^## /m);
  return parts.map((part, index) => {
    const end = part.indexOf('\n');
    return index === 0
      ? { title: '', text: part }
      : { title: part.slice(0, end), text: part.slice(end) };
  });
}

function readSection(file: string, title: string): string {
  const section = readSections(file).find((each) => each.title === title);
  if (!section) throw new Error(`${file} has no section "${title}"`);
  return section.text;
}

/** Commands that start Concordat, need the machine of an operator, or set variables that the test sets itself. */
const forPeopleOnly =
  /bin\/start|npm (run|pack|install)|concordat (start|login|completion)|^CONCORDAT=/m;

function stepsOf(text: string): ReadmeStep[] {
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ([, kind = '', content = '']) => ({ kind, content }),
  );
  return blocks.flatMap(({ kind, content }, index) => {
    if (kind !== 'sh' || forPeopleOnly.test(content)) return [];
    const output = blocks[index + 1];
    return [
      {
        command: content,
        printed: output?.kind === '' ? output.content.trimEnd().split('\n') : [],
      },
    ];
  });
}

/** The commands of sections of a document, each with the output shown below it. */
export function readSteps(file: string, ...titles: string[]): ReadmeStep[] {
  return titles.flatMap((title) => stepsOf(readSection(file, title)));
}

/** The commands of all sections of a document except some. */
export function readAllSteps(file: string, exceptTitles: readonly string[] = []): ReadmeStep[] {
  const wanted = readSections(file).filter(({ title }) => !exceptTitles.includes(title));
  return wanted.flatMap(({ text }) => stepsOf(text));
}

/** The commands in the lines of a list that call the function `api`, which the section defines. */
export function readListedCommands(file: string, title: string): ReadmeStep[] {
  const words = [...readSection(file, title).matchAll(/`([^`\n]+)`/g)];
  return words.flatMap(([, command = '']) =>
    /(?:^|\| )api /.test(command) ? [{ command, printed: [] }] : [],
  );
}

/** Replaces values that differ between runs. */
function normalise(line: string): string {
  return line
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>')
    .replace(/"[0-9a-f]{32}"/g, '"<checksum>"')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '<address>')
    .trim()
    .replace(/,$/, '');
}

/** True if the line matches; `…` at the end matches anything. */
function isPrinted(actual: string, printed: string): boolean {
  const [start, cut] = printed.split(' …');
  return cut === undefined ? actual === printed : actual.startsWith(start ?? '');
}

const endOfStep = '### end of step';

/** Reads one base64-encoded command per line, so that variables and functions of a step remain for the next one. */
const shell = `while read -r line; do
  eval "$(printf %s "$line" | base64 -d)" < /dev/null
  printf '\\n%s\\n' '${endOfStep}'
done`;

/**
 * Runs the commands one after the other in one shell and returns the output of each. `settle` waits between them for the end of
 * background work.
 */
async function runSteps(
  steps: readonly ReadmeStep[],
  env: Record<string, string>,
  settle: () => Promise<unknown>,
): Promise<string[][]> {
  const bash = spawn('bash', ['-c', shell], { env: { ...process.env, ...env } });
  const lines = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
  const outputs: string[][] = [];
  try {
    for (const { command } of steps) {
      bash.stdin.write(`${Buffer.from(command).toString('base64')}\n`);
      outputs.push(await readStep(lines));
      await settle();
    }
  } finally {
    bash.stdin.end();
    bash.kill();
  }
  return outputs;
}

async function readStep(lines: AsyncIterator<string>): Promise<string[]> {
  const output: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the shell has ended after: ${output.join('\n')}`);
    if (value === endOfStep) return output;
    output.push(value);
  }
}

const isProblem = (text: string): boolean => text.includes('"/problems/');

/** Runs the commands in one shell and expects the shown lines in order, and no other error. */
export async function expectAsPrinted(
  steps: readonly ReadmeStep[],
  env: Record<string, string>,
  settle: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const outputs = await runSteps(steps, env, settle);
  for (const [index, { command, printed }] of steps.entries()) {
    const output = outputs[index] ?? [];
    if (!isProblem(printed.join('\n'))) {
      const errors = output.filter(isProblem);
      expect({ command, errors }).toEqual({ command, errors: [] });
    }
    const actual = output.map(normalise);
    for (const line of printed.map(normalise).filter((text) => text !== '' && text !== '…')) {
      const at = actual.findIndex((each) => isPrinted(each, line));
      expect({ command, line, output, found: at >= 0 }).toEqual({
        command,
        line,
        output,
        found: true,
      });
      actual.splice(0, at + 1);
    }
  }
}
