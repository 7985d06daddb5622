import { decideWhole } from './merge-concepts.ts';
import { decide, keyOf, wholeConcept } from './merge-draft.ts';
import type { Choice, Draft, Merge } from './merge-draft.ts';
import { describeConflict } from '../model/field-path.ts';
import { conceptOf } from '../ontology.ts';

/** Two concepts with the same name or id; `newcomer` comes from the branch. */
type Collision = { settled: Draft; newcomer: Draft };

/**
 * Decides which concept a name or id belongs to, where the sides gave it to different concepts. Both concepts
 * become conflicts: a choice for one must also decide about the other.
 */
export function settleNames(merge: Merge): void {
  if (merge.choices.size > 0) followChoices(merge);
  const found = collisions(merge);
  for (const { settled, newcomer } of found) {
    const isName = isOnlyName(settled, newcomer);
    ask(merge, newcomer, isName);
    ask(merge, settled, isName);
  }
  if (merge.choices.size > 0) return;
  askFurther(merge);
  for (const { newcomer } of found) setAside(newcomer);
}

/** Pairs of merged concepts with the same identity or name. */
export function collisions({ drafts }: Pick<Merge, 'drafts'>): Collision[] {
  const [identities, names] = [new Map<string, Draft>(), new Map<string, Draft>()];
  const found: Collision[] = [];
  for (const draft of drafts) {
    const { concept } = draft;
    if (!concept) continue;
    const others = new Set([identities.get(concept.identity), names.get(concept.name)]);
    identities.set(concept.identity, draft);
    names.set(concept.name, draft);
    for (const other of others) if (other) found.push(inOrder(other, draft));
  }
  return found;
}

function inOrder(one: Draft, other: Draft): Collision {
  const isOneNew = isBroughtByBranch(one) && !isBroughtByBranch(other);
  return isOneNew ? { settled: other, newcomer: one } : { settled: one, newcomer: other };
}

function isBroughtByBranch({ match, concept }: Draft): boolean {
  return match.namespace?.name !== concept?.name || match.namespace?.identity !== concept?.identity;
}

function isOnlyName(one: Draft, other: Draft): boolean {
  return one.concept?.identity !== other.concept?.identity;
}

/** A choice about a name also applies to the concept that had the name before. */
function followChoices(merge: Merge): void {
  const drafts = draftsByKey(merge);
  for (const choice of merge.choices.values()) {
    const draft = choice.concept === undefined ? undefined : drafts.get(choice.concept);
    if (!draft) continue;
    if (choice.field === '*') takeWhole(merge, draft, choice);
    else if (choice.field === 'concept') takeName(merge, draft, choice);
  }
}

const draftsByKey = ({ drafts }: Merge): Map<string, Draft> =>
  new Map(drafts.map((draft) => [draft.match.key, draft]));

function takeWhole(merge: Merge, draft: Draft, { take }: Choice): void {
  if (take !== 'value') draft.concept = draft.match[take];
  else noteProblem(merge, noValueFor(draft.match.key));
}

function takeName(merge: Merge, draft: Draft, { take, value }: Choice): void {
  if (take !== 'value') rename(draft, draft.match[take]?.name);
  else if (typeof value === 'string') rename(draft, value);
  else noteProblem(merge, `The name of "${draft.match.key}" must be a text.`);
}

const noValueFor = (concept: string): string =>
  `For ${describeConflict({ concept, field: '*' })}, take the namespace or the branch; a value is not possible.`;

function noteProblem({ problems }: Merge, problem: string): void {
  if (!problems.includes(problem)) problems.push(problem);
}

function rename(draft: Draft, name: string | undefined): void {
  if (!draft.concept || name === undefined) return;
  const { fields, relationships } = draft.concept;
  draft.concept = conceptOf({ ...fields, concept: name }, relationships);
}

/** A concept on both sides can give up its name alone; other concepts are present as a whole, or not. */
function ask(merge: Merge, { match }: Draft, isName: boolean): void {
  const { base, namespace, branch, key } = match;
  const whole = keyOf({ concept: key, field: '*' });
  if (merge.conflicts.has(whole)) return;
  if (isName && namespace && branch && !merge.choices.has(whole)) {
    const names = { base: base?.name, namespace: namespace.name, branch: branch.name };
    decide(merge, key, 'concept', names);
    return;
  }
  if (namespace && branch && merge.choices.size === 0) withdrawParts(merge, key);
  decideWhole(merge, key, '*', {
    base: wholeConcept(base),
    namespace: wholeConcept(namespace),
    branch: wholeConcept(branch),
  });
}

/** A conflict about a whole entry replaces the conflicts within it. */
function withdrawParts({ conflicts }: Merge, key: string): void {
  for (const [other, { concept }] of conflicts) {
    if (concept === key) conflicts.delete(other);
  }
}

/**
 * Adds conflicts for concepts that have a name or id which a concept in conflict would get by a choice for one
 * side, transitively: then taking one side throughout is always possible.
 */
function askFurther(merge: Merge): void {
  const [drafts, taken] = [draftsByKey(merge), takenNames(merge)];
  // Conflicts added meanwhile are appended to the same map.
  for (const { concept, field } of merge.conflicts.values()) {
    const draft = drafts.get(concept ?? '');
    if (!draft || (field !== '*' && field !== 'concept')) continue;
    const isNamed = field === 'concept' && draft.concept?.fields.id !== undefined;
    askInTheWay(merge, draft, isNamed ? { ...taken, identities: new Map() } : taken);
  }
}

/** Adds conflicts for concepts that have the name or id of a concept on one of its sides. */
function askInTheWay(merge: Merge, draft: Draft, { names, identities }: Taken): void {
  for (const form of [draft.match.namespace, draft.match.branch]) {
    if (!form) continue;
    askOther(merge, draft, names.get(form.name), true);
    askOther(merge, draft, identities.get(form.identity), false);
  }
}

function askOther(merge: Merge, draft: Draft, other: Draft | undefined, isName: boolean): void {
  if (other && other !== draft) ask(merge, other, isName);
}

type Taken = { names: Map<string, Draft>; identities: Map<string, Draft> };

function takenNames({ drafts }: Merge): Taken {
  const live = drafts.flatMap((draft) => (draft.concept ? [{ draft, ...draft.concept }] : []));
  return {
    names: new Map(live.map(({ name, draft }) => [name, draft])),
    identities: new Map(live.map(({ identity, draft }) => [identity, draft])),
  };
}

/** Until decided, references to the newcomer still resolve, so they are no further conflicts. */
function setAside(newcomer: Draft): void {
  if (!newcomer.concept) return;
  const aside = `\u0000${newcomer.match.key}`;
  const { fields, relationships } = newcomer.concept;
  newcomer.concept = conceptOf({ ...fields, concept: aside, id: aside }, relationships);
}

/** Explains choices that give one name or id to two concepts, and how to choose instead. */
export function describeClashes(merge: Merge): string[] {
  return collisions(merge).flatMap(({ settled, newcomer }) => {
    const pair = [newcomer, settled];
    if (!pair.some((draft) => isChosen(merge, draft, '*') || isChosen(merge, draft, 'concept')))
      return [];
    const isName = isOnlyName(settled, newcomer);
    const what = isName ? `name "${newcomer.concept?.name}"` : `id "${newcomer.concept?.identity}"`;
    const [one, other] = pair.map(({ match }) => `"${match.key}"`);
    const called = pair.find((draft) => isName && isChosen(merge, draft, 'concept'));
    const way = called
      ? `choose another name for "${called.match.key}" (field: concept, take: value)`
      : 'upload the branch with another one';
    const message = `The choices leave ${one} and ${other} with the same ${what}: ${way}, or the other side for one of them.`;
    return [message];
  });
}

function isChosen({ choices }: Merge, { match }: Draft, field: string): boolean {
  return choices.has(keyOf({ concept: match.key, field }));
}
