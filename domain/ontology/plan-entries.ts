import type { YamlItem, YamlMember } from '../../lib/yaml-tree.ts';
import type { Concept, Ontology, RequiredConcepts } from './ontology.ts';
import type { ParsedOntology } from './parse-ontology.ts';
import { memberNode } from './read-document.ts';
import { isSameConcept, pairEntries } from './same-value.ts';

/** What is to be written. */
export type Order = {
  /** The text to write into. */
  into: ParsedOntology;
  /** What it shall say. */
  ontology: Ontology;
  /** Where new entries and fields are written already. */
  from?: ParsedOntology | undefined;
  required?: RequiredConcepts | undefined;
};

/** Which entry of a text becomes which concept. */
export type Plan = {
  /** `ontology` as it is written. */
  member: YamlMember | undefined;
  correspondence: (number | undefined)[];
  /** Places of concepts that are not what the text says. */
  changed: Set<number>;
  changedOrEntangled: Set<number>;
  written: ReadonlyMap<string, { concept: Concept; item: YamlItem }>;
};

/** Finds for each concept its entry, and where new ones are written already. */
export function planEntries({ into, ontology, from }: Order): Plan {
  const member = memberNode(into.root, 'ontology');
  const list = member?.node;
  const { pairs } = pairEntries(into.ontology.concepts, ontology.concepts);
  const partners = new Map(pairs.map((pair) => [pair.to, pair.from]));
  const places = new Map(into.ontology.concepts.map((concept, place) => [concept, place]));
  const [changed, changedOrEntangled] = [new Set<number>(), new Set<number>()];
  const correspondence = ontology.concepts.map((concept, place) => {
    const partner = partners.get(concept);
    const old = partner && places.get(partner);
    const isChanged = partner !== undefined && !isSameConcept(partner, concept);
    if (isChanged) changed.add(place);
    if (isChanged || list?.items?.[old ?? -1]?.node.entangled) changedOrEntangled.add(place);
    return old;
  });
  return { member, correspondence, changed, changedOrEntangled, written: entriesOf(from) };
}

function entriesOf(from: ParsedOntology | undefined): Plan['written'] {
  const list = from && memberNode(from.root, 'ontology')?.node;
  return new Map(
    from?.ontology.concepts.flatMap((concept, place) => {
      const item = list?.items?.[place];
      return item && list?.style === 'block'
        ? [[concept.identity, { concept, item }] as const]
        : [];
    }),
  );
}
