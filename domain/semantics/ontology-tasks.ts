import { diffOntologies } from '../ontology/merge/diff-ontologies.ts';
import type { ConceptChange } from '../ontology/merge/diff-ontologies.ts';
import { mergeDocuments, resolveDocuments } from '../ontology/merge/merge-documents.ts';
import type { Layout } from '../ontology/merge/merge-documents.ts';
import type { Choice } from '../ontology/merge/merge-draft.ts';
import type { Conflict, Sides } from '../ontology/merge/merge-values.ts';
import type { NamedViolation } from '../ontology/read/name-findings.ts';
import type { ParsedOntology } from '../ontology/read/parse-ontology.ts';
import type { Adjustment } from '../ontology/merge/repair-merge.ts';
import { toConflictList } from './conflict-list.ts';
import type { ConflictList } from './conflict-list.ts';
import { readEntry } from './branch-entry.ts';
import { editOntology } from './edit-ontology.ts';
import { listNamed } from './named-concepts.ts';
import { prepareOntology, toPrepared, toRequired } from './prepare-ontology.ts';
import type { PreparedOntology, RequiredNames } from './prepare-ontology.ts';
import { fromRdf, toRdf } from './rdf-tasks.ts';
import { readStored } from './read-stored.ts';

/** Tasks on whole ontologies. All are pure and exchange plain data, so that they can run in another process. */
export const ontologyTasks = {
  prepare: prepareOntology,
  compare,
  compareReplaced,
  merge,
  resolve,
  edit: editOntology,
  readEntry,
  listNamed,
  fromRdf,
  toRdf,
};

/** Part of a potentially long list. */
export type Slice = { offset: number; size: number };

/** Differences between two stored texts: a slice of the changes, and the number of all. */
function compare(
  { from, to }: { from: string; to: string },
  { offset, size }: Slice,
): { changes: ConceptChange[]; total: number } {
  const isSame = from === to;
  const all = isSame ? [] : diffOntologies(readStored(from).ontology, readStored(to).ontology);
  return { changes: all.slice(offset, offset + size), total: all.length };
}

const maxReplaced = 1_000;

/** Concepts that a new text adds, changes and removes, in numbers, and the first changes: removed concepts before all others. */
function compareReplaced(texts: { from: string; to: string }): {
  changes: ConceptChange[];
  counts: { added: number; changed: number; removed: number };
} {
  const { changes } = compare(texts, { offset: 0, size: Infinity });
  const of = (wanted: string) => changes.filter(({ op }) => op === wanted);
  const [removed, changed, added] = [of('remove'), of('update'), of('add')];
  return {
    changes: [...removed, ...changed, ...added].slice(0, maxReplaced),
    counts: { added: added.length, changed: changed.length, removed: removed.length },
  };
}

/** Sources of a branch, of its base revision, and of the current namespace. */
export type MergeSources = {
  base: string;
  namespace: string;
  branch: string;
  /**
   * True if the namespace has changed since the branch was created; its text may have been replaced by an
   * equivalent one.
   */
  hasMoved?: boolean;
};

type Failed =
  | { outcome: 'nothing_to_merge' }
  | ({ outcome: 'conflicted' } & ConflictList)
  | { outcome: 'invalid'; violations: NamedViolation[] };

/** A written text; `reprinted` lists the concepts whose entries could not keep their layout and comments. */
type Written = { text: string; prepared: PreparedOntology; reprinted: string[] };

export type MergeResult = Failed | ({ outcome: 'merged' } & Written);

/** `from` is the position of the first conflict of the answer. */
function merge(sources: MergeSources, required: RequiredNames, from = 0): MergeResult {
  const merged = mergeDocuments(sidesOf(sources), toRequired(required), sources.hasMoved);
  if (merged.outcome === 'conflicted') return conflicted(merged, from);
  if (merged.outcome !== 'merged') return merged;
  return { outcome: merged.outcome, ...writtenOf(merged) };
}

export type ResolveResult =
  | Exclude<Failed, { outcome: 'nothing_to_merge' }>
  | { outcome: 'refused'; problems: string[] }
  | ({ outcome: 'resolved'; adjusted: Adjustment[] } & Written);

function resolve(
  sources: MergeSources,
  choices: readonly Choice[],
  required: RequiredNames,
): ResolveResult {
  const resolved = resolveDocuments(sidesOf(sources), choices, toRequired(required));
  if (resolved.outcome === 'conflicted') return conflicted(resolved);
  if (resolved.outcome !== 'resolved') return resolved;
  const { outcome, adjusted } = resolved;
  return { outcome, adjusted, ...writtenOf(resolved) };
}

/** Maximum number of names in the list. */
const maxReprinted = 1_000;

function writtenOf({ parsed, layout }: { parsed: ParsedOntology; layout: Layout }): Written {
  const { text, ontology } = parsed;
  const reprinted = layout.reprinted.slice(0, maxReprinted);
  return { text, prepared: toPrepared(ontology), reprinted };
}

const conflicted = ({ conflicts }: { conflicts: readonly Conflict[] }, from = 0) =>
  ({ outcome: 'conflicted', ...toConflictList(conflicts, from) }) as const;

/** Equal sources are parsed once. */
function sidesOf({ base, namespace, branch }: MergeSources): Sides<ParsedOntology> {
  const parsed = new Map<string, ParsedOntology>();
  const read = (text: string): ParsedOntology => {
    const known = parsed.get(text) ?? readStored(text);
    parsed.set(text, known);
    return known;
  };
  return { base: read(base), namespace: read(namespace), branch: read(branch) };
}
