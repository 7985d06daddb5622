import type { Printer } from '../output/printer.ts';

/** A difference in the colors of `git diff`, on a terminal. */
export function paintDiff({ paint }: Printer, text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (/^(---|\+\+\+) /.test(line)) return paint(line, 'bold');
      if (line.startsWith('@@')) return paint(line, 'dim');
      if (line.startsWith('-')) return paint(line, 'red');
      return line.startsWith('+') ? paint(line, 'green') : line;
    })
    .join('\n');
}
