import { isObject } from '../../lib/json/json.ts';
import { readYamlTree } from '../../lib/yaml/tree.ts';
import { metadataOf } from '../ontology/ontology.ts';
import type { Ontology, OntologyMetadata, RequiredConcepts } from '../ontology/ontology.ts';
import { parseOntology } from '../ontology/read/parse-ontology.ts';
import type { OntologyViolation } from '../ontology/read/parse-ontology.ts';
import { readDocument } from '../ontology/read/read-document.ts';
import { addNamed } from './named-concepts.ts';
import { hashOntology, toConceptRows } from './concept-rows.ts';
import { findUnstorable } from './find-unstorable.ts';

/** Concepts of required namespaces in use, as lists that can be sent to another process. */
export type RequiredNames = readonly (readonly [namespace: string, names: readonly string[]])[];

/** An ontology in its stored form; the rows of its concepts are JSON, as the statements need them. */
export type PreparedOntology = {
  metadata: OntologyMetadata;
  /** SHA-256 in hexadecimal. */
  contentHash: string;
  concepts: number;
  /** Identities of all concepts. */
  ids: string;
  /** Rows (`ConceptRow`) in slices, one for each statement. */
  slices: string[];
};

export type Preparation =
  | { prepared: PreparedOntology }
  /** `requires` are the namespaces named in the text, whose concepts in `named` may be missing. */
  | { violations: OntologyViolation[]; requires: string[]; named: string[] };

/** Rows of one statement, small enough to stay far below the statement timeout. */
const sliceSize = 2_000;

/** Reads an untrusted text into its stored form, or returns all violations. */
export function prepareOntology(text: string, required: RequiredNames = []): Preparation {
  const answer = parseOntology(text, toRequired(required));
  if (answer.violations) return { violations: answer.violations, ...requiredBy(text) };
  const { ontology } = answer.parsed;
  const unstorable = findUnstorable(answer.parsed);
  if (unstorable) return { violations: [unstorable], requires: [], named: [] };
  return { prepared: toPrepared(ontology) };
}

/** The stored form of a valid ontology. */
export function toPrepared(ontology: Ontology): PreparedOntology {
  const rows = toConceptRows(ontology);
  const slices: string[] = [];
  for (let start = 0; start < rows.length; start += sliceSize) {
    slices.push(JSON.stringify(rows.slice(start, start + sliceSize)));
  }
  return {
    metadata: metadataOf(ontology),
    contentHash: hashOntology(ontology, rows),
    concepts: rows.length,
    ids: JSON.stringify(rows.map(({ id }) => id)),
    slices,
  };
}

/** The names in the form that the parser needs. */
export function toRequired(required: RequiredNames): RequiredConcepts {
  return new Map(required.map(([namespace, names]) => [namespace, new Set(names)]));
}

/** Runs only after a violation: most documents require nothing, and are parsed once. */
function requiredBy(text: string): { requires: string[]; named: string[] } {
  const tree = text.includes('requires') ? readYamlTree(text) : undefined;
  if (!tree || tree.problem || !isObject(tree.root.value)) return { requires: [], named: [] };
  const { requires } = tree.root.value;
  const named = new Set<string>();
  addNamed(readDocument(tree.root).ontology, named);
  return { requires: textsOf(requires), named: [...named] };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
