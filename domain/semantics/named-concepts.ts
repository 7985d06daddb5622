import { isObject } from '../../lib/json/json.ts';
import type { Ontology } from '../ontology/ontology.ts';
import { listReferences } from '../ontology/model/references.ts';
import { readStored } from './read-stored.ts';

/**
 * All names in roles and `extends` of stored texts, and every text within `others`: required namespaces only
 * need these.
 */
export function listNamed(texts: readonly string[], others?: unknown): string[] {
  const named = new Set<string>();
  for (const text of new Set(texts)) addNamed(readStored(text).ontology, named);
  addTexts(others, named);
  return [...named];
}

/** Adds all names in roles and `extends` of an ontology. */
export function addNamed({ concepts }: Ontology, named: Set<string>): void {
  for (const concept of concepts)
    for (const reference of listReferences(concept)) named.add(reference.named);
}

function addTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (Array.isArray(value)) for (const entry of value) addTexts(entry, texts);
  else if (isObject(value)) for (const member of Object.values(value)) addTexts(member, texts);
}
