import { maxNameLength } from '../ontology/model/member-kinds.ts';
import { relationshipId, resolveConcept } from '../ontology/ontology.ts';
import type { Concept, ConceptIndex, Linked, Relationship } from '../ontology/ontology.ts';
import { listReferences } from '../ontology/model/references.ts';

/**
 * All names that a link like `order.order_id` may use for a concept: the whole link, and the part before each
 * dot, since names may contain dots. Parts longer than a name are left out.
 */
export function ownersInLink(link: string): string[] {
  const dots = [...link.slice(0, maxNameLength + 1).matchAll(/\./g)].map(({ index }) => index);
  const owners = dots.filter((dot) => dot > 0).map((dot) => link.slice(0, dot));
  return link.length > maxNameLength ? owners : [link, ...owners];
}

/** A concept that the link may start with, and the rest of the link as the name of its property. */
type Owner = { concept: Concept; own: string };

/** Ways to match a name, the most certain first: by the whole link, by an id, by a name. */
const ways: readonly ((thing: Relationship | Concept, own: string, link: string) => boolean)[] = [
  ({ identity }, _, link) => identity === link,
  ({ identity }, own) => identity === own,
  ({ name }, own) => name === own,
];

/**
 * The concept that a link names, or one of its relationships, by its own id or name or by those of the concept
 * at its other end, as people name properties. With dots in names a link may be ambiguous: ids come before
 * names, and names within the concept before others.
 */
export function findLinked(index: ConceptIndex, link: string): Linked | undefined {
  const whole = resolveConcept(index, link);
  if (whole) return { concept: whole };
  const owners = ownersInLink(link).flatMap((owner): Owner[] => {
    const concept = resolveConcept(index, owner);
    return concept ? [{ concept, own: link.slice(owner.length + 1) }] : [];
  });
  const stated = firstOf(owners, ({ concept }) =>
    concept.relationships.find((one) => relationshipId(concept.identity, one) === link),
  );
  return stated ?? firstCalled(owners, link, called) ?? firstCalled(owners, link, led(index));
}

type Is = (thing: Relationship | Concept) => boolean;

function firstCalled(
  owners: readonly Owner[],
  link: string,
  find: (concept: Concept, is: Is) => Relationship | undefined,
): Linked | undefined {
  for (const way of ways) {
    const found = firstOf(owners, ({ concept, own }) =>
      find(concept, (thing) => way(thing, own, link)),
    );
    if (found) return found;
  }
  return undefined;
}

function firstOf(
  owners: readonly Owner[],
  find: (owner: Owner) => Relationship | undefined,
): Linked | undefined {
  for (const owner of owners) {
    const relationship = find(owner);
    if (relationship) return { concept: owner.concept, relationship };
  }
  return undefined;
}

const called = ({ relationships }: Concept, is: Is): Relationship | undefined =>
  relationships.find(is);

/** Finds a relationship by the concept at its other end. */
const led =
  (index: ConceptIndex) =>
  (concept: Concept, is: Is): Relationship | undefined => {
    const found = listReferences(concept).find(({ named, relationship }) => {
      const target = relationship === undefined ? undefined : resolveConcept(index, named);
      return target !== undefined && target !== concept && is(target);
    });
    return found?.relationship === undefined
      ? undefined
      : concept.relationships[found.relationship];
  };
