import { diffLines } from './line-diff.ts';

/** Lines of the base, from and to, that one side has replaced. */
type Edit = { from: number; to: number; lines: string[] };

function editsOf(base: string, text: string): Edit[] {
  const edits: Edit[] = [];
  let [at, open] = [0, undefined as Edit | undefined];
  for (const { kind, text: line } of diffLines(base, text)) {
    if (kind === 'same') {
      at += 1;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { from: at, to: at, lines: [] };
      edits.push(open);
    }
    if (kind === 'added') open.lines.push(line);
    else {
      at += 1;
      open.to = at;
    }
  }
  return edits;
}

const isEqual = (one: Edit, other: Edit): boolean =>
  one.from === other.from && one.to === other.to && one.lines.join('\n') === other.lines.join('\n');

/** Edits that touch the same or neighboring lines are for a person to judge. */
const meets = (one: Edit, other: Edit): boolean => one.from <= other.to && other.from <= one.to;

/** Both edits of a text, if they touch different lines; otherwise undefined. */
export function mergeLines(base: string, theirs: string, mine: string): string | undefined {
  const [their, own] = [editsOf(base, theirs), editsOf(base, mine)];
  const ownOnly = own.filter((each) => !their.some((other) => isEqual(each, other)));
  if (ownOnly.some((each) => their.some((other) => meets(each, other)))) return undefined;
  const lines = base.split('\n');
  // From the end, so that earlier places stay where they are.
  for (const { from, to, lines: written } of [...their, ...ownOnly].toSorted(
    (one, other) => other.from - one.from,
  )) {
    lines.splice(from, to - from, ...written);
  }
  return lines.join('\n');
}
