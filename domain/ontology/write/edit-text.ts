import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { YamlNode } from '../../../lib/yaml/tree.ts';

/** A replacement of characters; splices never overlap. */
export type Splice = { start: number; end: number; text: string };

/**
 * A text from which parts may be copied instead of printed, and the node of the edited value there; `dash` is
 * the dash of an entry of a block list.
 */
export type Source = { text: string; node: YamlNode; dash?: number };

/** Corresponding list entries: for every entry of the new list its index in the old list. */
export type Correspondence = readonly (number | undefined)[];

/** An edit in progress. */
export type Edit = {
  /** Every line of it has a line break. */
  text: string;
  lineBreak: string;
  splices: Splice[];
  /** Number of parts that could not be copied from another text, because of anchors. */
  untaken: number;
  /** Edits a value; false when splicing is impossible, and then nothing is changed. */
  value: (edit: Edit, node: YamlNode, to: Change) => boolean;
};

/** The target of an edit. */
export type Change = {
  /** The name of the member, which decides the meaning of its lists. */
  name: string;
  to: Json;
  source: Source | undefined;
};

/** The target of a list edit. */
export type ListChange = {
  to: readonly Json[];
  correspondence: Correspondence;
  /** The existing text of a new entry, if it is already written somewhere. */
  sourceOf: (position: number) => Source | undefined;
  /** Edits an entry that stays. */
  entry: (node: YamlNode, position: number) => boolean;
};

/** Applies an edit completely, or not at all. */
export function attempt(edit: Edit, work: () => boolean): boolean {
  const before = edit.splices.length;
  if (work()) return true;
  edit.splices.length = before;
  return false;
}

/** The text with all splices applied. */
export function spliced({ text, splices }: Pick<Edit, 'text' | 'splices'>): string {
  const parts: string[] = [];
  let at = 0;
  // Insertions at the same offset stay in the order in which they were added.
  for (const { start, end, text: inserted } of splices.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    parts.push(text.slice(at, start), inserted);
    at = Math.max(at, end);
  }
  return parts.join('') + text.slice(at);
}

/** Names that are new to a node, each with its predecessor. */
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

/** Indents lines printed at column 0 to this column, except the first. */
export function reindentedValue(printed: string, column: number, lineBreak: string): string {
  const indent = ' '.repeat(column);
  return printed
    .split('\n')
    .map((line, position) => (position === 0 || line === '' ? line : indent + line))
    .join(lineBreak);
}
