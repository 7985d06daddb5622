import { resolveConcept } from '../ontology/ontology.ts';
import type { Concept, ConceptIndex, Relationship } from '../ontology/ontology.ts';
import { listReferences } from '../ontology/references.ts';

/** Everything that links like `order.order_id` may call a concept: the whole, and what stands before each dot. */
export function ownersInLink(link: string): string[] {
  const dots = [...link.matchAll(/\./g)].map(({ index }) => index);
  return [link, ...dots.filter((dot) => dot > 0).map((dot) => link.slice(0, dot))];
}

/**
 * What such a link names: a concept, or one of its relationships, by its own id or name or by those of the concept at its other
 * end, since that is how people speak of a property.
 */
export function findLinked(
  index: ConceptIndex,
  link: string,
): { concept: Concept; relationship?: Relationship } | undefined {
  const whole = resolveConcept(index, link);
  if (whole) return { concept: whole };
  for (const owner of ownersInLink(link).slice(1)) {
    const concept = resolveConcept(index, owner);
    const relationship =
      concept && findProperty(index, concept, { link, own: link.slice(owner.length + 1) });
    if (concept && relationship) return { concept, relationship };
  }
  return undefined;
}

function findProperty(
  index: ConceptIndex,
  concept: Concept,
  { link, own }: { link: string; own: string },
): Relationship | undefined {
  const isCalled = ({ identity, name }: Relationship | Concept): boolean =>
    identity === link || identity === own || name === own;
  const called = concept.relationships.find(isCalled);
  if (called) return called;
  const led = listReferences(concept).find(({ named, relationship }) => {
    const target = relationship === undefined ? undefined : resolveConcept(index, named);
    return target !== undefined && target !== concept && isCalled(target);
  });
  return led?.relationship === undefined ? undefined : concept.relationships[led.relationship];
}
