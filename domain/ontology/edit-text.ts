import type { Json, JsonObject } from '../../lib/json.ts';
import type { YamlNode } from '../../lib/yaml-tree.ts';

/** Characters to be replaced; splices never overlap. */
export type Splice = { start: number; end: number; text: string };

/**
 * A text from which parts may be taken over instead of printing them, and what stands there for the edited value; `dash`
 * is that of an entry of a block list.
 */
export type Source = { text: string; node: YamlNode; dash?: number };

/** Which entries of a list correspond: for every entry of the new list the place in the old one. */
export type Correspondence = readonly (number | undefined)[];

/** An edit under way. */
export type Edit = {
  /** Every line of it has a line break. */
  text: string;
  lineBreak: string;
  splices: Splice[];
  /** How many parts could not be taken over as they are written elsewhere, because of anchors. */
  untaken: number;
  /** Makes a value another one; false when that cannot be done by splicing, and then nothing is done. */
  value: (edit: Edit, node: YamlNode, to: Change) => boolean;
};

/** What a value shall become. */
export type Change = {
  /** The name of the member that it is, for what its lists mean. */
  name: string;
  to: Json;
  source: Source | undefined;
};

/** What a list shall become. */
export type ListChange = {
  to: readonly Json[];
  correspondence: Correspondence;
  /** Where a new entry is written already. */
  sourceOf: (place: number) => Source | undefined;
  /** Changes an entry that stays. */
  entry: (node: YamlNode, place: number) => boolean;
};

/** Does an edit or, when it cannot be done, nothing. */
export function attempt(edit: Edit, work: () => boolean): boolean {
  const before = edit.splices.length;
  if (work()) return true;
  edit.splices.length = before;
  return false;
}

/** The text with all splices done. */
export function spliced({ text, splices }: Pick<Edit, 'text' | 'splices'>): string {
  const parts: string[] = [];
  let at = 0;
  // Insertions at one place stay in the order in which they were made.
  for (const { start, end, text: inserted } of splices.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    parts.push(text.slice(at, start), inserted);
    at = Math.max(at, end);
  }
  return parts.join('') + text.slice(at);
}

/** Names of an object that are new to a node, each with the one that it follows. */
export function newNames(
  node: YamlNode,
  to: JsonObject,
): { name: string; after: string | undefined }[] {
  const known = new Set(node.members?.map(({ name }) => name));
  let after: string | undefined;
  return Object.keys(to).flatMap((name) => {
    if (!known.has(name)) return [{ name, after }];
    after = name;
    return [];
  });
}

/** Lines printed at column 0, for a place in this column: the first is not indented. */
export function reindentedValue(printed: string, column: number, lineBreak: string): string {
  const indent = ' '.repeat(column);
  return printed
    .split('\n')
    .map((line, place) => (place === 0 || line === '' ? line : indent + line))
    .join(lineBreak);
}
