import { isAlias, visit } from 'yaml';
import type { Document } from 'yaml';
import { editModel, withParents } from './edits.ts';
import type { YamlEdit } from './edits.ts';
import { parseText, sameModel } from './parse.ts';
import type { ParsedYaml } from './parse.ts';
import { patchesOf } from './patches.ts';
import { spliced } from './splice.ts';
import { jsonText } from './write.ts';

export type EditedYaml = ParsedYaml & { text: string };

/**
 * Writes an edit of the model into the text. Lines that the edit does not touch stay byte for byte, with their comments. Each way of
 * writing it counts only if its text parses to the edited model; the last way, which prints the document anew, keeps the comments.
 * Undefined if the text does not parse.
 */
export function editText(
  text: string,
  edit: YamlEdit,
  parsed = parseText(text),
): EditedYaml | undefined {
  if (parsed.problems.length > 0) return undefined;
  const wanted = editModel(parsed.model, edit);
  if (sameModel(wanted, parsed.model)) return { ...parsed, text };
  const whole =
    edit.op === 'set' ? { op: edit.op, ...withParents(parsed.model, edit.path, edit.value) } : edit;
  for (const next of candidatesOf(text, parsed.document, whole)) {
    if (next === undefined) continue;
    const result = parseText(next);
    if (result.problems.length === 0 && sameModel(result.model, wanted))
      return { ...result, text: next };
  }
  return reprinted(parseText(withoutAliases(text, parsed.document)), wanted);
}

function* candidatesOf(text: string, document: Document, edit: YamlEdit) {
  for (const patch of patchesOf({ text, document }, edit)) {
    const splice = patch();
    yield splice && spliced(text, splice);
  }
  const plain = withoutAliases(text, document);
  if (plain === text) return;
  const source = { text: plain, document: parseText(plain).document };
  for (const patch of patchesOf(source, edit)) {
    const splice = patch();
    yield splice && spliced(plain, splice);
  }
}

/** Writes what aliases stand for in their places, so that an edit changes only one of them. */
function withoutAliases(text: string, document: Document): string {
  const aliases: { from: number; to: number; insert: string }[] = [];
  visit(document, (_, node) => {
    if (!isAlias(node) || !node.range) return;
    const insert = jsonText(node.resolve(document)?.toJS(document, { maxAliasCount: 100 }));
    aliases.push({ from: node.range[0], to: node.range[1], insert });
  });
  return aliases.toSorted((left, right) => right.from - left.from).reduce(spliced, text);
}

/** Changes the values that differ in the document and prints it. */
function reprinted({ document, model }: ParsedYaml, wanted: unknown): EditedYaml | undefined {
  const copy = document.clone();
  // Comments of what stays are kept by its nodes.
  adapt(copy, [], model, wanted);
  const first = String(copy);
  const result = parseText(first);
  if (result.problems.length === 0 && sameModel(result.model, wanted))
    return { ...result, text: first };
  const text = `${jsonText(wanted)}\n`;
  return { ...parseText(text), text };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function adapt(document: Document, path: (string | number)[], old: unknown, wanted: unknown): void {
  if (sameModel(old, wanted)) return;
  if (!isObject(old) || !isObject(wanted)) {
    if (path.length === 0) document.contents = document.createNode(wanted) as never;
    else document.setIn(path, document.createNode(wanted));
    return;
  }
  for (const key of Object.keys(old))
    if (!Object.hasOwn(wanted, key)) document.deleteIn([...path, key]);
  for (const [key, value] of Object.entries(wanted)) {
    if (Object.hasOwn(old, key)) adapt(document, [...path, key], old[key], value);
    else document.setIn([...path, key], document.createNode(value));
  }
}
