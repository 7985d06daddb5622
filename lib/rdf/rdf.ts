import type { RdfLimits } from './parse.mjs';

export type RdfFormat = 'text/turtle' | 'application/rdf+xml' | 'application/ld+json';

export type RdfTerm =
  | { kind: 'iri'; value: string }
  | { kind: 'blank'; value: string }
  | { kind: 'literal'; value: string; datatype: string; language?: undefined }
  /** The language tag in lower case. */
  | { kind: 'literal'; value: string; language: string; datatype?: undefined };

export type RdfTriple = { subject: RdfTerm; predicate: RdfTerm; object: RdfTerm };

/** A parsed RDF document. Equal terms are the same object. */
export type RdfGraph = {
  triples: RdfTriple[];
  /** Declared prefixes: prefix → namespace. */
  prefixes: Record<string, string>;
  /** Number of named graphs; their triples are merged with the others. */
  graphs: number;
  /** Number of triples about triples (RDF 1.2), which are left out. */
  unreadable: number;
};

const xsdString = 'http://www.w3.org/2001/XMLSchema#string';

/** An IRI as a term. */
export const iriTerm = (value: string): RdfTerm => ({ kind: 'iri', value });

/** A literal, of the datatype xsd:string by default. */
export const literalTerm = (value: string, datatype = xsdString): RdfTerm => ({
  kind: 'literal',
  value,
  datatype,
});

/** A literal with a language tag. */
export const taggedTerm = (value: string, language: string): RdfTerm => ({
  kind: 'literal',
  value,
  language,
});

/** `breaksRule` distinguishes documents that violate a rule of ours from invalid RDF. */
export type RdfProblem = { message: string; breaksRule: boolean; line?: number; column?: number };

export type RdfAnswer =
  | { graph: RdfGraph; problem?: undefined }
  | { problem: RdfProblem; graph?: undefined };

/** `nesting` is the limit for Turtle, `depth` for JSON, `elements` for XML; schema.org's complete context has 3,000 terms. */
const limits: RdfLimits = {
  triples: 2_000_000,
  prefixes: 1_000,
  nesting: 256,
  depth: 64,
  elements: 256,
  contextMembers: 10_000,
};

/**
 * Reads untrusted RDF, or describes what is wrong and where; never throws for a bad text, and never fetches anything. Relative
 * IRIs are refused unless `baseIri` is given.
 */
export async function parseRdf(
  text: string,
  format: RdfFormat,
  baseIri?: string,
): Promise<RdfAnswer> {
  // Its three parsers are loaded with the first text.
  const { readRdf } = await import('./parse.mjs');
  const answer = await readRdf({ text, format, baseIri, limits });
  if (answer.problem) return { problem: answer.problem };
  const { terms, triples, prefixes, graphs, unreadable } = answer;
  return { graph: { triples: expand(terms, triples), prefixes, graphs, unreadable } };
}

function expand(terms: readonly string[], indexes: readonly number[]): RdfTriple[] {
  const made = terms.map(readTerm);
  const triples: RdfTriple[] = [];
  for (let at = 0; at < indexes.length; at += 3) {
    const [subject, predicate, object] = [0, 1, 2].map((step) => made[indexes[at + step] ?? 0]);
    if (subject && predicate && object) triples.push({ subject, predicate, object });
  }
  return triples;
}

/** The reader writes a term as its kind (`<`, `_`, `@language`, `^datatype`) and its value. */
function readTerm(written: string): RdfTerm {
  const rest = written.slice(1);
  if (written.startsWith('<')) return { kind: 'iri', value: rest };
  if (written.startsWith('_')) return { kind: 'blank', value: rest };
  const end = rest.indexOf('\0');
  const [tag, value] = [rest.slice(0, end), rest.slice(end + 1)];
  return written.startsWith('@')
    ? { kind: 'literal', value, language: tag }
    : { kind: 'literal', value, datatype: tag };
}
