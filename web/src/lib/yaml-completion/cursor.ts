/** A place in a text: the line begins at 1, the column at 0. */
export type Place = { line: number; column: number };

/** Where the cursor is: in which mapping or list, at a key or at a value. */
export type Cursor = {
  /** Keys down to the mapping or list; `[]` stands for an item. */
  path: string[];
  /** The key whose value is typed; undefined where a key or an item is typed. */
  key: string | undefined;
  /** What is typed, and the column at which it begins. */
  typed: string;
  from: number;
  /** Column of the keys of this mapping. */
  indent: number;
  /** The other keys of the mapping with the text of their values. */
  written: Map<string, string>;
};

type LineAt = (line: number) => string | undefined;

/** The columns of the dashes of a line, its key and value, and the column of its content. */
type Line = { dashes: number[]; at: number; key: string | undefined; value: string };

const keyed = /^(?:"([^"]*)"|'([^']*)'|([^\s#:"'[{][^:#]*?))\s*:(?:\s+(.*))?$/u;

function readLine(text: string): Line | undefined {
  const start = /^\s*(?:-(?:\s+|$))*/u.exec(text)?.[0] ?? '';
  const rest = text.slice(start.length);
  if (rest.startsWith('#') || text.trim() === '') return undefined;
  const dashes = [...start.matchAll(/-/gu)].map(({ index }) => index);
  const [, double, single, plain, value = ''] = keyed.exec(rest) ?? [];
  return { dashes, at: start.length, key: double ?? single ?? plain, value };
}

/** Looks at the indentation only, so that it also works while the text does not parse. Undefined in comments. */
export function cursorAt(lineAt: LineAt, { line, column }: Place): Cursor | undefined {
  const before = (lineAt(line) ?? '').slice(0, column);
  if (/(?:^|\s)#/u.test(before)) return undefined;
  const own = readLine(before) ?? { dashes: [], at: before.length, key: undefined, value: '' };
  const typed = own.key === undefined ? before.slice(own.at) : own.value;
  const written = new Map<string, string>();
  const path = pathAbove(lineAt, line, own, written);
  if (own.dashes.length === 0 || own.key !== undefined) keysBelow(lineAt, line, own.at, written);
  const { key, at: indent } = own;
  return { path, key, typed, from: column - typed.length, indent, written };
}

/** The walk from the cursor up to the lines that hold it. */
type Walk = {
  path: string[];
  /** Column of the mapping or item whose parent is wanted. */
  column: number;
  isItem: boolean;
  /** True until the mapping of the cursor is left. */
  isOwn: boolean;
  written: Map<string, string>;
};

function pathAbove(lineAt: LineAt, from: number, own: Line, written: Map<string, string>) {
  const walk: Walk = { path: [], column: own.at, isItem: false, isOwn: true, written };
  enterItems(walk, own.dashes);
  const isDone = () => walk.column === 0 && !walk.isItem && !walk.isOwn;
  for (let number = from - 1; number >= 1 && !isDone(); number -= 1) {
    const line = readLine(lineAt(number) ?? '');
    if (line !== undefined) pass(walk, line);
  }
  return walk.path;
}

function enterItems(walk: Walk, dashes: readonly number[]): void {
  for (const dash of dashes.toReversed()) {
    if (dash >= walk.column) continue;
    walk.path.unshift('[]');
    Object.assign(walk, { column: dash, isItem: true, isOwn: false });
  }
}

function pass(walk: Walk, line: Line): void {
  if (!walk.isItem && line.at === walk.column) {
    if (walk.isOwn && line.key !== undefined) walk.written.set(line.key, line.value);
    enterItems(walk, line.dashes);
  } else if (line.key !== undefined && isParent(line, walk)) {
    walk.path.unshift(line.key);
    Object.assign(walk, { column: line.at, isItem: false, isOwn: false });
    enterItems(walk, line.dashes);
  }
}

/** Items of a list may be at the column of the key above them. */
function isParent({ at, dashes }: Line, { column, isItem }: Walk): boolean {
  return at < column || (isItem && at === column && dashes.length === 0);
}

function keysBelow(lineAt: LineAt, from: number, column: number, written: Map<string, string>) {
  for (let number = from + 1; ; number += 1) {
    const text = lineAt(number);
    if (text === undefined) return;
    const line = readLine(text);
    if (line === undefined) continue;
    const start = line.dashes[0] ?? line.at;
    if (start < column) return;
    if (line.at === column && line.key !== undefined) written.set(line.key, line.value);
  }
}
