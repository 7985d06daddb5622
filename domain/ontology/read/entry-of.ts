import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { YamlNode } from '../../../lib/yaml/tree.ts';
import type { Concept } from '../ontology.ts';
import { innerConcept, memberNode } from './read-document.ts';

const ofEntry = 'entry.';

/**
 * The entry of a concept: nested when the written entry is nested, or when flat names would collide, with every
 * field where the written entry has it.
 */
export function entryOf(concept: Concept, written: YamlNode | undefined): JsonObject {
  const inner = written && innerConcept(written);
  const names = Object.keys(concept.fields);
  const isNested = inner || names.some((name) => name.startsWith(ofEntry));
  const entry = isNested ? nestedEntry(concept, written, inner) : { ...concept.fields };
  const relationships = relationshipsOf(concept, written);
  return { ...entry, ...(relationships !== undefined && { relationships }) };
}

function relationshipsOf(
  { relationships }: Concept,
  written: YamlNode | undefined,
): Json | undefined {
  if (relationships.length > 0) return relationships.map(({ fields }) => fields);
  const now = written && memberNode(written, 'relationships')?.node.value;
  return Array.isArray(now) && now.length === 0 ? now : undefined;
}

function nestedEntry(
  { fields }: Concept,
  written: YamlNode | undefined,
  inner: YamlNode | undefined,
): JsonObject {
  const concept: [string, Json][] = [];
  const outer: [string, Json][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const isInner = inner && memberNode(inner, name);
    if (name === 'concept') concept.unshift(['name', value]);
    else if (name.startsWith(ofEntry)) outer.push([name.slice(ofEntry.length), value]);
    else if (!isInner && written && memberNode(written, name)) outer.push([name, value]);
    else concept.push([name, value]);
  }
  return { concept: Object.fromEntries(concept), ...Object.fromEntries(outer) };
}
