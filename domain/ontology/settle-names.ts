import { decideWhole } from './merge-concepts.ts';
import { conceptOf, decide, wholeConcept } from './merge-draft.ts';
import type { Draft, Merge } from './merge-draft.ts';
import type { Concept } from './ontology.ts';

/** Two concepts that may not stand beside each other; `newcomer` is the one that the branch brought. */
type Collision = { settled: Draft; newcomer: Draft };

/** Decides which concept a name or id belongs to, where the sides gave it to different ones. */
export function settleNames(merge: Merge): void {
  for (const { settled, newcomer } of collisions(merge)) {
    if (isOnlyName(settled, newcomer)) settleName(merge, settled, newcomer);
    else settleWhole(merge, settled, newcomer);
  }
}

/** Pairs of merged concepts with the same identity or name. */
export function collisions({ drafts }: Pick<Merge, 'drafts'>): Collision[] {
  const [identities, names] = [new Map<string, Draft>(), new Map<string, Draft>()];
  const found: Collision[] = [];
  for (const draft of drafts) {
    const { concept } = draft;
    if (!concept) continue;
    const other = identities.get(concept.identity) ?? names.get(concept.name);
    identities.set(concept.identity, draft);
    names.set(concept.name, draft);
    if (!other) continue;
    const isOtherNew = isBroughtByBranch(other) && !isBroughtByBranch(draft);
    found.push(
      isOtherNew ? { settled: draft, newcomer: other } : { settled: other, newcomer: draft },
    );
  }
  return found;
}

function isBroughtByBranch({ match, concept }: Draft): boolean {
  return match.namespace?.name !== concept?.name || match.namespace?.identity !== concept?.identity;
}

/** A name alone can be given back when both concepts were there before and have ids to be known by. */
function isOnlyName(settled: Draft, newcomer: Draft): boolean {
  const { base, namespace } = newcomer.match;
  return Boolean(base && namespace) && settled.concept?.identity !== newcomer.concept?.identity;
}

function settleName(merge: Merge, settled: Draft, newcomer: Draft): void {
  const { base, namespace, branch, key } = newcomer.match;
  const names = { base: base?.name, namespace: namespace?.name, branch: branch?.name };
  const choice = decide(merge, key, 'concept', names);
  if (!choice) return setAside(merge, newcomer);
  if (choice.take === 'branch') rename(settled, settled.match.branch?.name);
  else if (choice.take === 'namespace') rename(newcomer, names.namespace);
  else if (typeof choice.value === 'string') rename(newcomer, choice.value);
  else merge.problems.push(`The name of "${key}" must be a text.`);
}

/** Without a name on that side, the concept is not there. */
function rename(draft: Draft, name: string | undefined): void {
  draft.concept = name === undefined || !draft.concept ? undefined : named(draft.concept, name);
}

const named = ({ fields, relationships }: Concept, name: string): Concept =>
  conceptOf({ ...fields, concept: name }, relationships);

function settleWhole(merge: Merge, settled: Draft, newcomer: Draft): void {
  const { base, namespace, branch, key } = newcomer.match;
  // The whole of an entry covers what there is to decide in it.
  for (const [other, { concept }] of merge.conflicts) {
    if (concept === key) merge.conflicts.delete(other);
  }
  const side = decideWhole(merge, key, '*', {
    base: wholeConcept(base),
    namespace: wholeConcept(namespace),
    branch: wholeConcept(branch),
  });
  if (side === 'namespace') newcomer.concept = namespace;
  else if (side === 'branch') settled.concept = settled.match.branch;
  else setAside(merge, newcomer);
}

/** While nobody has decided, what names the newcomer shall find it all the same: it is no further conflict. */
function setAside(merge: Merge, newcomer: Draft): void {
  if (merge.choices.size > 0 || !newcomer.concept) return;
  const aside = `\u0000${newcomer.match.key}`;
  const { fields, relationships } = newcomer.concept;
  newcomer.concept = conceptOf({ ...fields, concept: aside, id: aside }, relationships);
}
