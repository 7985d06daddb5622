import type { ConceptChange } from './diff-ontologies.ts';
import type { Choice } from './merge-draft.ts';
import { applyChoices, mergeOntologies } from './merge-ontologies.ts';
import type { ResolveAnswer } from './merge-ontologies.ts';
import type { Conflict, Sides } from './merge-values.ts';
import type { Ontology, RequiredConcepts } from '../ontology.ts';
import type { NamedViolation } from '../read/name-findings.ts';
import type { ParsedOntology } from '../read/parse-ontology.ts';
import type { Adjustment } from './repair-merge.ts';
import { writeOntology } from '../write/write-ontology.ts';

/** Parts of the namespace's layout that could not be kept. */
export type Layout = { reprinted: string[]; isReprintedWhole: boolean };

export type MergedDocument =
  | { outcome: 'nothing_to_merge' }
  | { outcome: 'conflicted'; conflicts: Conflict[] }
  | { outcome: 'invalid'; violations: NamedViolation[] }
  | { outcome: 'merged'; parsed: ParsedOntology; changes: ConceptChange[]; layout: Layout };

export type ResolvedDocument =
  | Exclude<ResolveAnswer, { outcome: 'resolved' }>
  | { outcome: 'invalid'; violations: NamedViolation[] }
  | { outcome: 'resolved'; parsed: ParsedOntology; adjusted: Adjustment[]; layout: Layout };

/**
 * Merges a branch into the namespace's text, or returns the reason why not. If the namespace is unchanged since
 * the branch was created, the result is the text of the branch, byte for byte; else all bytes that the branch
 * did not change stay.
 */
export function mergeDocuments(
  sides: Sides<ParsedOntology>,
  required?: RequiredConcepts,
  hasMoved = sides.base.text !== sides.namespace.text,
): MergedDocument {
  const answer = mergeOntologies(modelsOf(sides), required);
  if (answer.outcome !== 'merged') return answer;
  const { outcome, changes, ontology } = answer;
  if (!hasMoved) {
    return { outcome, changes, parsed: sides.branch, layout: untouched };
  }
  const written = write(sides, ontology, required);
  return 'violations' in written ? written : { outcome, changes, ...written };
}

/** The text of the branch after its conflicts are decided. */
export function resolveDocuments(
  sides: Sides<ParsedOntology>,
  choices: readonly Choice[],
  required?: RequiredConcepts,
): ResolvedDocument {
  const answer = applyChoices(modelsOf(sides), choices, required);
  if (answer.outcome !== 'resolved') return answer;
  const { outcome, adjusted, ontology } = answer;
  const written = write(sides, ontology, required);
  return 'violations' in written ? written : { outcome, adjusted, ...written };
}

const untouched: Layout = { reprinted: [], isReprintedWhole: false };

function modelsOf({ base, namespace, branch }: Sides<ParsedOntology>): Sides<Ontology> {
  return { base: base.ontology, namespace: namespace.ontology, branch: branch.ontology };
}

function write(
  { namespace, branch }: Sides<ParsedOntology>,
  ontology: Ontology,
  required: RequiredConcepts | undefined,
):
  | { parsed: ParsedOntology; layout: Layout }
  | { outcome: 'invalid'; violations: NamedViolation[] } {
  const answer = writeOntology({ into: namespace, ontology, from: branch, required });
  if (answer.violations) return { outcome: 'invalid', violations: answer.violations };
  const { parsed, reprinted, isReprintedWhole } = answer;
  return { parsed, layout: { reprinted, isReprintedWhole } };
}
