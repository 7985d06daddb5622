import { findFieldPath } from '../kinds/document-head.ts';
import { outputPortName } from '../contract-tests/output-ports.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { hasTerm } from '../search/words.ts';
import type { Sought, Term } from '../search/words.ts';

/** The part of a document that explains why a search found it. */
export type Match = {
  field: 'name' | 'id' | 'tag' | 'field' | 'port' | 'contract' | 'description';
  /** The name, tag, path of a field, or a part of the description. */
  excerpt: string;
  /** The contract that a product offers, and that has the field. */
  contract?: { id: string; name: string };
};

const fits = (text: string, alternatives: readonly Term[]): boolean =>
  alternatives.some((term) => hasTerm(text, term));

/** Words that occur neither in the name nor in the id. */
export function wordsOutsideName(
  { name, id }: { name: string; id: string },
  sought: Sought,
): Sought {
  return sought.filter((each) => !fits(name, each) && !fits(id, each));
}

/** The match if all words are in the name or the id, or the other words in one tag. */
export function explainByHead(
  { name, id, tags }: { name: string; id: string; tags: readonly string[] },
  sought: Sought,
): Match | undefined {
  const left = wordsOutsideName({ name, id }, sought);
  if (left.length > 0) return tagWith(tags, (tag) => left.every((each) => fits(tag, each)));
  // What was typed explains a match better than other words for it.
  const typed = sought.map((each) => each.slice(0, 1));
  const isName = typed.some((each) => fits(name, each)) || !typed.some((each) => fits(id, each));
  return isName ? { field: 'name', excerpt: name } : { field: 'id', excerpt: id };
}

function tagWith(tags: readonly string[], isSought: (tag: string) => boolean): Match | undefined {
  const tag = tags.find(isSought);
  return tag === undefined ? undefined : { field: 'tag', excerpt: tag };
}

/** The match by some of the words: a tag with one that is not in the name, else the description, else the name or the id. */
export function explainBySome(
  hit: { name: string; id: string; tags: readonly string[]; description: string },
  sought: Sought,
): Match | undefined {
  const left = wordsOutsideName(hit, sought);
  const named = sought.filter((each) => !left.includes(each));
  return (
    tagWith(hit.tags, (tag) => countFitting(tag, left) > 0) ??
    explainByDescription(hit.description, left) ??
    (named.length > 0 ? explainByHead(hit, named) : undefined)
  );
}

/** The match that has more of the words; the first of two that have as many. */
export function betterMatch(
  one: Match | undefined,
  other: Match | undefined,
  sought: Sought,
): Match | undefined {
  if (!one || !other) return one ?? other;
  return countFitting(other.excerpt, sought) > countFitting(one.excerpt, sought) ? other : one;
}

const countFitting = (text: string, sought: Sought): number =>
  sought.filter((each) => fits(text, each)).length;

/**
 * The field of a contract or an asset with most of the words in its path, one of them in its own name, or the first port of a product
 * with one of the words; reads JSON text.
 */
export function findMatch(body: string, sought: Sought): Match | undefined {
  const document = JSON.parse(body) as JsonObject;
  const isSought = (text: string): boolean => sought.some((each) => fits(text, each));
  const score = (names: readonly string[], path: string): number =>
    names.some(isSought) ? countFitting([...names, path].join(' '), sought) : 0;
  const ofAsset: JsonObject = { schema: [{ properties: document.columns ?? null }] };
  const path = findFieldPath(document, score) ?? findFieldPath(ofAsset, score);
  if (path !== undefined) return { field: 'field', excerpt: path.slice(0, maxExcerpt) };
  const port = [document.outputPorts, document.inputPorts, document.managementPorts]
    .flatMap(objectsOf)
    .find((each) => [each['id'], each['name']].some((name) => isSought(textOf(name) ?? '')));
  return port && { field: 'port', excerpt: (outputPortName(port) ?? '').slice(0, maxExcerpt) };
}

const maxExcerpt = 160;

/** The part of a description around the first of the words. */
function explainByDescription(description: string, sought: Sought): Match | undefined {
  const text = description.replace(/\s+/g, ' ').trim();
  const words = text.split(' ');
  const at = words.findIndex((word) => sought.some((each) => fits(word, each)));
  if (at === -1) return undefined;
  let [first, end] = [at, at + 1];
  const length = (): number => words.slice(first, end).join(' ').length;
  while ((first > 0 || end < words.length) && length() < maxExcerpt) {
    if (first > 0) first -= 1;
    if (end < words.length) end += 1;
  }
  const part = words.slice(first, end).join(' ');
  return {
    field: 'description',
    excerpt: `${first > 0 ? '… ' : ''}${part}${end < words.length ? ' …' : ''}`,
  };
}
