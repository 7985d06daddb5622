import { mergeLines } from '../../../lib/text/merge-lines.ts';
import type { FieldConflict } from '../../../lib/text/merge-fields.ts';
import { wholeText } from '../kinds.ts';
import { readPart, splitPart } from './split-text.ts';
import type { TextPart, TextParts } from './split-text.ts';

/** An edit that met another one: what is merged, and parts that both changed. */
export type MetTexts = {
  /** Their fields are the keys and names that lead to the part. */
  conflicts: readonly FieldConflict[];
  /** The text with the chosen values of the conflicts. */
  join: (chosen: Readonly<Record<string, unknown>>) => string;
};

/** One part as it was before, as the other one saved it, and as it was edited here. */
type Sides<Part = TextPart> = { base: Part; theirs: Part; mine: Part };

const steps = ' › ';

/** Compares three texts: keys, entries of lists and lines that only one side changed are taken from it. */
export function meetTexts(base: string, theirs: string, mine: string): MetTexts {
  return meet({ base: readPart(base), theirs: readPart(theirs), mine: readPart(mine) }, []);
}

function meet(sides: Sides<TextPart | undefined>, path: readonly string[]): MetTexts {
  const { base, theirs, mine } = textsOf(sides);
  if (base === mine) return taken(theirs);
  if (base === theirs || theirs === mine) return taken(mine);
  const field = path.length === 0 ? wholeText : path.join(steps);
  const whole: MetTexts = {
    conflicts: [{ field, base, theirs, mine }],
    join: (chosen) => lineOf(chosen[field]),
  };
  return isIn(sides) ? (meetInside(sides, path) ?? whole) : whole;
}

const textsOf = ({ base, theirs, mine }: Sides<TextPart | undefined>) => ({
  base: base?.text,
  theirs: theirs?.text,
  mine: mine?.text,
});

const isIn = (sides: Sides<TextPart | undefined>): sides is Sides =>
  Object.values(sides).every((part) => part !== undefined);

/** What can be merged in a part, else what is left to choose in it; undefined if it has to be chosen as a whole. */
function meetInside(sides: Sides, path: readonly string[]): MetTexts | undefined {
  const inner = meetParts(sides, path);
  if (inner?.conflicts.length === 0) return inner;
  const lines = mergeLines(sides.base.text, sides.theirs.text, sides.mine.text);
  return lines === undefined ? inner : taken(lines);
}

/** The keys or entries of a part one by one; undefined if it has none that stay together. */
function meetParts(sides: Sides, path: readonly string[]): MetTexts | undefined {
  const [base, theirs, mine] = [sides.base, sides.theirs, sides.mine].map(splitPart);
  if (base === undefined || theirs === undefined || mine === undefined) return undefined;
  const order = orderOf({ base, theirs, mine });
  if (order === undefined) return undefined;
  const met = order.map((key) =>
    meet({ base: base.get(key), theirs: theirs.get(key), mine: mine.get(key) }, [...path, key]),
  );
  const conflicts = met.flatMap((each) => each.conflicts);
  // The line with the hyphen holds an entry of a list together.
  const isHeld = (met[0]?.conflicts.length ?? 0) > 0 && isEntry(sides.mine);
  if (isHeld) return undefined;
  return { conflicts, join: (chosen) => met.map(({ join }) => join(chosen)).join('') };
}

const isEntry = (part: TextPart | undefined): boolean =>
  /^(?:\s*#.*\n)*\s*-\s/u.test(part?.text ?? '');

const taken = (text: string | undefined): MetTexts => ({ conflicts: [], join: () => lineOf(text) });

/** Keeps each part on lines of its own. */
function lineOf(part: unknown): string {
  if (typeof part !== 'string' || part === '') return '';
  return part.endsWith('\n') ? part : `${part}\n`;
}

/**
 * The own order; keys of the other text come after the one above them. An order that only the other text has changed is taken; undefined
 * if both have changed it, or another key stands first in an entry.
 */
function orderOf(parts: Sides<TextParts>): string[] | undefined {
  const base = [...parts.base.keys()];
  const theirs = [...parts.theirs.keys()];
  const mine = [...parts.mine.keys()];
  const [first = ''] = base;
  const isFirst = first === theirs[0] && first === mine[0];
  if (!isFirst && isEntry(parts.base.get(first))) return undefined;
  if (keepsOrder(base, theirs)) return joined(mine, theirs);
  return keepsOrder(base, mine) ? joined(theirs, mine) : undefined;
}

function keepsOrder(base: readonly string[], keys: readonly string[]): boolean {
  const [common, now] = [
    base.filter((key) => keys.includes(key)),
    keys.filter((key) => base.includes(key)),
  ];
  return common.every((key, index) => key === now[index]);
}

function joined(own: readonly string[], others: readonly string[]): string[] {
  const order = [...own];
  others.forEach((key, index) => {
    if (order.includes(key)) return;
    const above = others.slice(0, index).findLast((each) => order.includes(each));
    order.splice(above === undefined ? 0 : order.indexOf(above) + 1, 0, key);
  });
  return order;
}
