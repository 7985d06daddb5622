import type { Surroundings } from '../surroundings.ts';
import type { Answer } from './answer.ts';
import type { Color, Column } from './columns.ts';
import { paint, usesColors } from './paint.ts';
import { createProgress } from './progress.ts';
import type { Progress } from './progress.ts';
import { formatTable } from './table.ts';

export const formats = ['table', 'json', 'yaml', 'ndjson'] as const;
export type Format = (typeof formats)[number];

/** Writes answers: to standard output what was asked for, to standard error all else. */
export type Printer = {
  format: Format;
  /** True for `--output json`, `yaml` and `ndjson`. */
  isForPrograms: boolean;
  /** True if standard output is a terminal. */
  isTerminal: boolean;
  /** The text in a color, on a terminal. */
  paint: (text: string, color: Color) => string;
  table: (items: readonly unknown[], columns: readonly Column[]) => string;
  /** Prints an answer in the format. */
  print: (answer: Answer) => Promise<void>;
  /** Prints one of many at once: `text` for people, one JSON line (or YAML document) of `value` for programs. */
  record: (value: unknown, text: string) => Promise<void>;
  /** A line for people on standard error, also when programs read standard output. */
  say: (text: string) => void;
  /** Progress of long work on standard error. */
  progress: (label: string) => Progress;
};

/** The printer of a call. */
export function createPrinter({ env, stdout, stderr }: Surroundings, format: Format): Printer {
  const isTerminal = stdout.isTTY === true;
  const colors = usesColors(env, isTerminal) && format === 'table';
  // `COLUMNS` lets scripts and tests choose a width without a terminal.
  const width = Number(env['COLUMNS']) || (isTerminal ? stdout.columns : undefined);
  const table = (items: readonly unknown[], columns: readonly Column[]) =>
    formatTable(items, columns, { width, colors });

  async function write(value: unknown): Promise<void> {
    if (format === 'yaml') {
      // Loaded here, because it takes longer than the rest of a call.
      const { writeYaml } = await import('../../lib/yaml/yaml.ts');
      stdout.write(writeYaml(value));
    } else if (format === 'ndjson') {
      const lines = Array.isArray(value) ? value : [value];
      stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    } else stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  async function print({ value, text, columns, rows, note }: Answer): Promise<void> {
    if (format !== 'table') return write(value ?? null);
    const shown = text ?? tableOf(rows ?? value, columns);
    stdout.write(shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`);
    if (note !== undefined) stderr.write(`${note}\n`);
  }

  function tableOf(value: unknown, columns: readonly Column[] | undefined): string {
    const items = Array.isArray(value) ? value : [value];
    if (columns === undefined) return JSON.stringify(value, undefined, 2);
    return items.length === 0 ? '' : table(items, columns);
  }

  return {
    format,
    isForPrograms: format !== 'table',
    isTerminal,
    paint: (text, color) => paint(text, color, colors),
    table,
    print,
    record: async (value, text) => {
      if (format === 'table') stdout.write(`${text}\n`);
      else if (format === 'yaml') {
        stdout.write('---\n');
        await write(value);
      } else stdout.write(`${JSON.stringify(value)}\n`);
    },
    say: (text) => stderr.write(`${text}\n`),
    progress: (label) => createProgress(stderr, label),
  };
}
