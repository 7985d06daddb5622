import type { RdfFormat, RdfGraph } from '../../lib/rdf.ts';
import { writeJsonLd, writeTurtle } from '../../lib/write-rdf.ts';
import { writeYaml } from '../../lib/yaml.ts';
import { ontologyFromRdf } from '../ontology/from-rdf.ts';
import type { FromRdfOptions, RdfNote } from '../ontology/from-rdf.ts';
import { ontologyToRdf } from '../ontology/to-rdf.ts';
import { readStored } from './read-stored.ts';

/** The text of an ontology that says what RDF says, how many concepts it has, and what has no place in it. */
export function fromRdf(
  graph: RdfGraph,
  options: FromRdfOptions,
): { text: string; concepts: number; notes: RdfNote[] } {
  const { document, concepts, notes } = ontologyFromRdf(graph, options);
  return { text: writeYaml(document), concepts, notes };
}

/** A stored ontology as RDF. */
export function toRdf(
  text: string,
  { baseIri, format }: { baseIri: string; format: RdfFormat },
): string {
  const { triples, prefixes } = ontologyToRdf(readStored(text).ontology, { baseIri });
  const write = format === 'text/turtle' ? writeTurtle : writeJsonLd;
  return write(triples, prefixes);
}
