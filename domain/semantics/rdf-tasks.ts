import { parseRdf } from '../../lib/rdf/rdf.ts';
import type { RdfFormat, RdfProblem } from '../../lib/rdf/rdf.ts';
import { writeJsonLd, writeTurtle } from '../../lib/rdf/write.ts';
import { writeYaml } from '../../lib/yaml/yaml.ts';
import { ontologyFromRdf } from '../ontology/rdf/from-rdf.ts';
import type { RdfNote } from '../ontology/rdf/from-rdf.ts';
import { ontologyToRdf } from '../ontology/rdf/to-rdf.ts';
import { readStored } from './read-stored.ts';

/** Untrusted RDF, and the namespace to import it into. */
export type SentRdf = { text: string; format: RdfFormat; baseIri: string; name: string };

export type FromRdf =
  | { problem: RdfProblem }
  | { problem?: undefined; text: string; concepts: number; notes: RdfNote[] };

/** The text of an ontology with the content of RDF, its number of concepts, and notes about losses. */
export async function fromRdf({ text, format, baseIri, name }: SentRdf): Promise<FromRdf> {
  const { graph, problem } = await parseRdf(text, format, baseIri);
  if (problem) return { problem };
  const { document, concepts, notes } = ontologyFromRdf(graph, { name, baseIri });
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
