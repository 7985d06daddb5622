import type { Color } from './columns.ts';

const codes: Record<Color, readonly [number, number]> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** The text in a color of the terminal, or as it is if there are no colors. */
export function paint(text: string, color: Color | undefined, colors: boolean): string {
  if (color === undefined || !colors) return text;
  const [begin, end] = codes[color];
  return `\u001b[${begin}m${text}\u001b[${end}m`;
}

/** True for a terminal, unless NO_COLOR (no-color.org) is set; FORCE_COLOR paints without a terminal. */
export function usesColors(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
