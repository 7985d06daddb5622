import { iriTerm, literalTerm } from '../../../lib/rdf/rdf.ts';
import type { RdfTriple } from '../../../lib/rdf/rdf.ts';
import { indexConcepts, metadataOf } from '../ontology.ts';
import type { Concept, Ontology } from '../ontology.ts';
import { attachValues } from './attach-values.ts';
import { createQNames, encodeId, expandName } from './names.ts';
import { objectOf, statedAddress, textOf, writerOf } from './triple-writer.ts';
import type { Export } from './triple-writer.ts';
import { iriOf, namespaces } from './vocabulary.ts';
import { writeConcept, writeOwn } from './write-concepts.ts';
import { without, writeCustomProperties } from './write-custom.ts';
import { writeRelationships } from './write-relationships.ts';

/** Triples in a fixed order, and their prefixes. */
export type RdfFromOntology = { triples: RdfTriple[]; prefixes: Record<string, string> };

/**
 * Converts an ontology to OWL, with Concordat's own terms where OWL has none, so that the import restores the
 * same ontology. Concepts without an `iri` get the address `<baseIri><id>`, their relationships
 * `<baseIri><concept>.<id>`.
 */
export function ontologyToRdf(
  ontology: Ontology,
  { baseIri }: { baseIri: string },
): RdfFromOntology {
  const { prefixes } = metadataOf(ontology);
  const base = baseIri.endsWith('/') ? baseIri : `${baseIri}/`;
  const iris = addressConcepts(ontology.concepts, prefixes, base);
  const context: Export = {
    ontology,
    index: indexConcepts(ontology.concepts),
    prefixes,
    names: createQNames(prefixes),
    baseIri: base,
    iris,
    concepts: new Set(iris.values()),
    attached: attachValues(ontology),
    triples: [],
  };
  writeRoot(context);
  for (const concept of ontology.concepts) writeConcept(context, concept);
  writeRelationships(context);
  const written = Object.entries({ ...namespaces, ...prefixes }).filter(([, namespace]) =>
    expandName(`x:`, { x: namespace }),
  );
  return { triples: context.triples, prefixes: Object.fromEntries(written) };
}

function addressConcepts(
  concepts: readonly Concept[],
  prefixes: Readonly<Record<string, string>>,
  base: string,
): Map<Concept, string> {
  const taken = new Set<string>();
  return new Map(
    concepts.map((concept) => {
      const { identity, fields } = concept;
      const stated = statedAddress(fields);
      const expanded = stated === undefined ? undefined : expandName(stated, prefixes);
      const own = base + encodeId(identity);
      let iri = expanded === undefined || taken.has(expanded) ? own : expanded;
      for (let number = 2; taken.has(iri); number++) iri = `${own}-${number}`;
      taken.add(iri);
      return [concept, iri];
    }),
  );
}

/** Writes the ontology itself, under the address that it was imported from or its own. */
function writeRoot(context: Export): void {
  const { members } = context.ontology;
  const custom = objectOf(members.custom_properties);
  const stated = textOf(custom['owl:Ontology']);
  const imported = stated === undefined ? undefined : expandName(stated, context.prefixes);
  const isImported =
    imported !== undefined && imported === stated && !context.concepts.has(imported);
  const writer = writerOf(context, isImported ? imported : context.baseIri.replace(/\/$/, ''));
  writer.add('rdf:type', iriTerm(iriOf('owl:Ontology')));
  const label = textOf(custom.display_name);
  if (label !== undefined) writer.add('rdfs:label', literalTerm(label));
  const description = textOf(members.description);
  if (description !== undefined) writer.add('rdfs:comment', literalTerm(description));
  writeRequires(context, writer);
  writeOwn(writer, members, ['requires', 'prefixes', 'ontology']);
  const rest = without(
    members.custom_properties,
    ...(label === undefined ? [] : ['display_name']),
    ...(isImported ? ['owl:Ontology'] : []),
  );
  writeCustomProperties(context, writer, rest, { name: label, description });
}

/** Addresses are imports; names of namespaces, and constraints, use Concordat's own terms. */
function writeRequires({ ontology, prefixes }: Export, writer: ReturnType<typeof writerOf>): void {
  const { requires } = ontology.members;
  if (!Array.isArray(requires) || requires.length === 0) return writer.own('requires', requires);
  const imports = requires.filter((entry): entry is string => {
    return typeof entry === 'string' && expandName(entry, prefixes) === entry;
  });
  if (new Set(imports).size < requires.length) return writer.own('requires', requires);
  for (const entry of imports) writer.add('owl:imports', iriTerm(entry));
}
