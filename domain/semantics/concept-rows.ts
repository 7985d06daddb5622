import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { toSearchEntry } from '../kinds/document-head.ts';
import type { SearchEntry } from '../kinds/document-head.ts';
import { labelKeys, labelsOf } from '../search/labels.ts';
import { iriOf } from '../ontology/model/concept-iris.ts';
import { metadataOf, relationshipId } from '../ontology/ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology/ontology.ts';
import { listReferences } from '../ontology/model/references.ts';

/** The stored row of one concept, so that readers need not parse the document. */
export type ConceptRow = {
  id: string;
  name: string;
  type: string;
  iri: string | undefined;
  position: number;
  relationship_ids: string[];
  /** Names in its relationships. */
  held: string[];
  /** Concepts that it extends. */
  parents: string[];
  body: { fields: JsonObject; relationships: Relationship[] };
  /** SHA-256 in hexadecimal. */
  hash: string;
  status: string | undefined;
  tags: string[];
  description: string;
  search: string;
};

/** Maximum length of an indexed IRI, in characters. */
const maxIriLength = 1_000;

/** Rows of all concepts of an ontology, in its order. */
export function toConceptRows(ontology: Ontology): ConceptRow[] {
  const { prefixes } = metadataOf(ontology);
  return ontology.concepts.map((concept, position) => toRow(concept, position, prefixes));
}

function toRow(
  concept: Concept,
  position: number,
  prefixes: Readonly<Record<string, string>>,
): ConceptRow {
  const { identity: id, name, fields, relationships } = concept;
  const inRoles = listReferences(concept).filter((one) => one.relationship !== undefined);
  const type = textOf(fields.type) ?? '';
  const status = textOf(fields.status);
  const iri = iriOf(fields, prefixes);
  const { tags, ...entry } = toConceptEntry(concept);
  return {
    id,
    name,
    type,
    iri: iri !== undefined && iri.length <= maxIriLength ? iri : undefined,
    position,
    relationship_ids: relationships.map((one) => relationshipId(id, one)),
    held: [...new Set(inRoles.map(({ named }) => named))],
    parents: [...new Set(textsOf(fields.extends))],
    body: { fields, relationships },
    // The IRI depends on the prefixes of the document.
    hash: hashConcept(concept, iri),
    status,
    tags,
    ...entry,
  };
}

/** What the search holds of a concept, and its tags. */
export function toConceptEntry({
  identity,
  name,
  fields,
  relationships,
}: Concept): SearchEntry & { tags: string[] } {
  const custom = objectOf(fields.custom_properties);
  const tags = textsOf(fields.tags ?? custom.tags);
  const labels = labelsOf(name, fields);
  const entry = toSearchEntry(identity, {
    name,
    description: textOf(fields.description) ?? '',
    status: textOf(fields.status),
    tags,
    searchText: [...labels, ...relationships.map((one) => one.name)].join(' '),
    labels: labelKeys(labels),
    owner: { candidates: [], required: false },
  });
  return { ...entry, tags };
}

function hashConcept({ fields, relationships }: Concept, iri: string | undefined): string {
  const sorted = relationships.toSorted((one, other) => (one.identity < other.identity ? -1 : 1));
  return hash('sha256', canonicalJson([fields, sorted, iri ?? null]), 'hex');
}

/** SHA-256, in hexadecimal, of the content of an ontology, ignoring the order of its entries. */
export function hashOntology({ members }: Ontology, rows: readonly ConceptRow[]): string {
  const hashes = rows.map((row) => row.hash).toSorted();
  return hash('sha256', canonicalJson([members, hashes]), 'hex');
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
