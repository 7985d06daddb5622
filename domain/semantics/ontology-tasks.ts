import { diffOntologies } from '../ontology/diff-ontologies.ts';
import type { ConceptChange } from '../ontology/diff-ontologies.ts';
import { mergeDocuments, resolveDocuments } from '../ontology/merge-documents.ts';
import type { Layout } from '../ontology/merge-documents.ts';
import type { Choice } from '../ontology/merge-draft.ts';
import type { Conflict, Sides } from '../ontology/merge-values.ts';
import type { NamedViolation } from '../ontology/name-findings.ts';
import type { ParsedOntology } from '../ontology/parse-ontology.ts';
import type { Adjustment } from '../ontology/repair-merge.ts';
import { toConflictList } from './conflict-list.ts';
import type { ConflictList } from './conflict-list.ts';
import { editOntology } from './edit-ontology.ts';
import { listNamed } from './named-concepts.ts';
import { prepareOntology, toPrepared, toRequired } from './prepare-ontology.ts';
import type { PreparedOntology, RequiredNames } from './prepare-ontology.ts';
import { fromRdf, toRdf } from './rdf-tasks.ts';
import { readStored } from './read-stored.ts';

/** What is done with whole ontologies; all of it is pure, takes and gives plain data, and may be done in a thread. */
export const ontologyTasks = {
  prepare: prepareOntology,
  compare,
  merge,
  resolve,
  edit: editOntology,
  listNamed,
  fromRdf,
  toRdf,
};

export type OntologyTasks = typeof ontologyTasks;

/** Part of a list that may be long. */
export type Slice = { offset: number; size: number };

/** What differs between two stored texts: some of the changes, and how many there are. */
function compare(
  { from, to }: { from: string; to: string },
  { offset, size }: Slice,
): { changes: ConceptChange[]; total: number } {
  const isSame = from === to;
  const all = isSame ? [] : diffOntologies(readStored(from).ontology, readStored(to).ontology);
  return { changes: all.slice(offset, offset + size), total: all.length };
}

/** Texts of a branch, of the revision that it was cut from, and of the namespace as it is now. */
export type MergeTexts = {
  base: string;
  namespace: string;
  branch: string;
  /** Whether the namespace is no longer what the branch was cut from; a text may have been replaced by one that says the same. */
  hasMoved?: boolean;
};

type Failed =
  | { outcome: 'nothing_to_merge' }
  | ({ outcome: 'conflicted' } & ConflictList)
  | { outcome: 'invalid'; violations: NamedViolation[] };

/** A text that was worked out; `reprinted` are the concepts whose entries could not keep their layout and comments. */
type Written = { text: string; prepared: PreparedOntology; reprinted: string[] };

export type MergeResult = Failed | ({ outcome: 'merged' } & Written);

function merge(texts: MergeTexts, required: RequiredNames): MergeResult {
  const merged = mergeDocuments(sidesOf(texts), toRequired(required), texts.hasMoved);
  if (merged.outcome === 'conflicted') return conflicted(merged);
  if (merged.outcome !== 'merged') return merged;
  return { outcome: merged.outcome, ...writtenOf(merged) };
}

export type ResolveResult =
  | Exclude<Failed, { outcome: 'nothing_to_merge' }>
  | { outcome: 'refused'; problems: string[] }
  | ({ outcome: 'resolved'; adjusted: Adjustment[] } & Written);

function resolve(
  texts: MergeTexts,
  choices: readonly Choice[],
  required: RequiredNames,
): ResolveResult {
  const resolved = resolveDocuments(sidesOf(texts), choices, toRequired(required));
  if (resolved.outcome === 'conflicted') return conflicted(resolved);
  if (resolved.outcome !== 'resolved') return resolved;
  const { outcome, adjusted } = resolved;
  return { outcome, adjusted, ...writtenOf(resolved) };
}

/** So many are named. */
const mostReprinted = 1_000;

function writtenOf({ parsed, layout }: { parsed: ParsedOntology; layout: Layout }): Written {
  const { text, ontology } = parsed;
  const reprinted = layout.reprinted.slice(0, mostReprinted);
  return { text, prepared: toPrepared(ontology), reprinted };
}

const conflicted = ({ conflicts }: { conflicts: readonly Conflict[] }) =>
  ({ outcome: 'conflicted', ...toConflictList(conflicts) }) as const;

/** Equal texts are read once. */
function sidesOf({ base, namespace, branch }: MergeTexts): Sides<ParsedOntology> {
  const parsed = new Map<string, ParsedOntology>();
  const read = (text: string): ParsedOntology => {
    const known = parsed.get(text) ?? readStored(text);
    parsed.set(text, known);
    return known;
  };
  return { base: read(base), namespace: read(namespace), branch: read(branch) };
}
