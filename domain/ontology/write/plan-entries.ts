import type { YamlItem, YamlMember } from '../../../lib/yaml/tree.ts';
import type { Concept, Ontology, RequiredConcepts } from '../ontology.ts';
import type { ParsedOntology } from '../read/parse-ontology.ts';
import { memberNode } from '../read/read-document.ts';
import { isSameConcept, pairEntries } from '../model/same-value.ts';

/** A request to write an ontology. */
export type Order = {
  /** The text to edit. */
  into: ParsedOntology;
  /** The target content. */
  ontology: Ontology;
  /** A document in which new entries and fields are already written. */
  from?: ParsedOntology | undefined;
  required?: RequiredConcepts | undefined;
};

/** Maps concepts to the entries of a text that become them. */
export type Plan = {
  /** `ontology` as it is written. */
  member: YamlMember | undefined;
  correspondence: (number | undefined)[];
  /** Indexes of concepts that differ from the text. */
  changed: Set<number>;
  changedOrEntangled: Set<number>;
  written: ReadonlyMap<string, { concept: Concept; item: YamlItem }>;
};

/** Finds for each concept its entry, and where new entries are already written. */
export function planEntries({ into, ontology, from }: Order): Plan {
  const member = memberNode(into.root, 'ontology');
  const list = member?.node;
  const { pairs } = pairEntries(into.ontology.concepts, ontology.concepts);
  const partners = new Map(pairs.map((pair) => [pair.to, pair.from]));
  const positions = new Map(into.ontology.concepts.map((concept, position) => [concept, position]));
  const [changed, changedOrEntangled] = [new Set<number>(), new Set<number>()];
  const correspondence = ontology.concepts.map((concept, position) => {
    const partner = partners.get(concept);
    const old = partner && positions.get(partner);
    const isChanged = partner !== undefined && !isSameConcept(partner, concept);
    if (isChanged) changed.add(position);
    if (isChanged || list?.items?.[old ?? -1]?.node.entangled) changedOrEntangled.add(position);
    return old;
  });
  return { member, correspondence, changed, changedOrEntangled, written: entriesOf(from) };
}

function entriesOf(from: ParsedOntology | undefined): Plan['written'] {
  const list = from && memberNode(from.root, 'ontology')?.node;
  return new Map(
    from?.ontology.concepts.flatMap((concept, position) => {
      const item = list?.items?.[position];
      return item && list?.style === 'block'
        ? [[concept.identity, { concept, item }] as const]
        : [];
    }),
  );
}
