import type { Json, JsonObject } from '../../lib/json/json.ts';
import { singularOf, withSingular } from './plurals.ts';
import { readTerms } from './words.ts';
import type { Term } from './words.ts';

/** Maximum number of labels of a concept, and of words in a label. */
const maxLabels = 50;
const maxLabelWords = 4;

/** Members of a concept with other words for it; RDF keeps alternative labels and labels in other languages as custom properties. */
const memberNames = ['synonyms', 'aliases'];
const isCustomLabel = (name: string): boolean =>
  /^(?:synonyms|aliases|business_name|display_name|name@.+|(?:.*[:#/])?(?:alt|pref)Label(?:@.+)?)$/.test(
    name,
  );

/** The words by which people know a concept: its name, its synonyms and its alternative labels. */
export function labelsOf(name: string, fields: JsonObject): string[] {
  const custom = fields.custom_properties;
  const further = isObject(custom) ? Object.entries(custom) : [];
  const texts = [
    ...memberNames.flatMap((member) => textsOf(fields[member])),
    ...further.flatMap(([member, value]) => (isCustomLabel(member) ? textsOf(value) : [])),
  ];
  const labels = [name, ...texts].map((label) => label.trim()).filter((label) => label !== '');
  return [...new Set(labels)].slice(0, maxLabels);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The texts of a list, of entries such as `{synonym: …}`, or of one text with commas. */
function textsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.split(',');
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const text = isObject(entry) ? entry.synonym : entry;
    return typeof text === 'string' ? [text] : [];
  });
}

/** The words of a label in the singular, by which it is looked up. */
export function labelKey(terms: readonly Term[]): string {
  return terms.map(({ word }) => singularOf(word)).join(' ');
}

/** The keys of labels; labels of many words are none that somebody types. */
export function labelKeys(labels: readonly string[]): string[] {
  const keys = labels.map((label) => readTerms(label)).filter((terms) => isLabel(terms));
  return [...new Set(keys.map(labelKey))];
}

const isLabel = (terms: readonly Term[]): boolean =>
  terms.length > 0 && terms.length <= maxLabelWords;

/** Some successive words of a query that may be a label. */
export type Phrase = { key: string; from: number; to: number };

/** All phrases of a query, long ones first. */
export function phrasesOf(terms: readonly Term[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (let length = Math.min(maxLabelWords, terms.length); length > 0; length--) {
    for (let from = 0; from + length <= terms.length; from++) {
      const to = from + length;
      phrases.push({ key: labelKey(terms.slice(from, to)), from, to });
    }
  }
  return phrases;
}

/** A concept with the words by which people know it. */
export type LabelledConcept = { id: string; labels: readonly string[] };

/** Words of a query that are a label of a concept, and the other labels, which are sought as well. */
export type Synonyms = { words: string; labels: string[]; concept: string };

/**
 * For each term the words that are sought: the term, its singular, and the other labels of concepts that the words name. A label that
 * replaces several words is an alternative of each, so that all of them together may be replaced.
 */
export function widenTerms(
  terms: readonly Term[],
  concepts: readonly LabelledConcept[],
): { sought: Term[][]; synonyms: Synonyms[] } {
  const sought = terms.map(withSingular);
  const synonyms: Synonyms[] = [];
  const byKey = new Map<string, LabelledConcept[]>();
  for (const concept of concepts) {
    for (const key of labelKeys(concept.labels)) {
      byKey.set(key, [...(byKey.get(key) ?? []), concept]);
    }
  }
  for (const { key, from, to } of phrasesOf(terms)) {
    for (const { id, labels } of byKey.get(key) ?? []) {
      const others = labels.filter((label) => labelKey(readTerms(label)) !== key);
      const alternatives = others.map((label) => readTerms(label)).filter(isLabel);
      if (alternatives.length === 0) continue;
      for (const each of sought.slice(from, to)) each.push(...alternatives.map(toTerm));
      const words = terms.slice(from, to).map(({ word }) => word);
      synonyms.push({ words: words.join(' '), labels: others, concept: id });
    }
  }
  return { sought, synonyms };
}

/** A label as one term: like `priceList`, several words are found as one word or as all of them. */
function toTerm(terms: readonly Term[]): Term {
  const words = terms.map(({ word }) => singularOf(word));
  return { word: words.join(''), parts: words.length > 1 ? words : [] };
}
