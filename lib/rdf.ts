import { Worker } from 'node:worker_threads';
import { createBoundedQueue } from './bounded-queue.ts';

export type RdfFormat = 'text/turtle' | 'application/rdf+xml' | 'application/ld+json';

export type RdfTerm =
  | { kind: 'iri'; value: string }
  | { kind: 'blank'; value: string }
  | { kind: 'literal'; value: string; datatype: string; language?: undefined }
  /** In lower case. */
  | { kind: 'literal'; value: string; language: string; datatype?: undefined };

export type RdfTriple = { subject: RdfTerm; predicate: RdfTerm; object: RdfTerm };

/** What an RDF document says. Equal terms are the same object. */
export type RdfGraph = {
  triples: RdfTriple[];
  /** As declared in the document: prefix → namespace. */
  prefixes: Record<string, string>;
  /** How many named graphs it had; their triples stand among the others. */
  graphs: number;
  /** How many triples speak about triples (RDF 1.2); they are left out. */
  unreadable: number;
};

const xsdString = 'http://www.w3.org/2001/XMLSchema#string';

/** An IRI as a term. */
export const iriTerm = (value: string): RdfTerm => ({ kind: 'iri', value });

/** A text, of a datatype or none. */
export const literalTerm = (value: string, datatype = xsdString): RdfTerm => ({
  kind: 'literal',
  value,
  datatype,
});

/** A text in a language. */
export const taggedTerm = (value: string, language: string): RdfTerm => ({
  kind: 'literal',
  value,
  language,
});

/** `breaksRule` tells documents that could be read from those that are no RDF. */
export type RdfProblem = { message: string; breaksRule: boolean; line?: number; column?: number };

export type RdfAnswer =
  { graph: RdfGraph; problem?: undefined } | { problem: RdfProblem; graph?: undefined };

/** `depth` is the nesting of JSON, `elements` that of XML; schema.org's whole context has 3,000 terms. */
const limits = {
  triples: 2_000_000,
  prefixes: 1_000,
  depth: 64,
  elements: 256,
  contextMembers: 10_000,
};

const timeoutMs = 60_000;
const threadMemoryMb = 1_024;

/** Characters; what is larger is read when nothing else waits. */
const queue = createBoundedQueue({ tasks: 100, size: 128 * 1024 * 1024 });

/**
 * Reads untrusted RDF, or says what is wrong and where; never throws because of a text, and never fetches anything. Each
 * document has a thread of its own, one after the other; only the making of triples holds up the event loop, about
 * 0.2 s for a million. Relative IRIs are refused unless `baseIri` says what they are relative to. Rejects with `QueueFull` when too
 * much is waiting already.
 */
export function parseRdf(text: string, format: RdfFormat, baseIri?: string): Promise<RdfAnswer> {
  return queue.add(text.length, () => readInThread(text, format, baseIri));
}

type ThreadAnswer =
  | { problem: RdfProblem }
  | (Omit<RdfGraph, 'triples'> & { problem?: undefined; terms: string[]; triples: Uint32Array });

async function readInThread(
  text: string,
  format: RdfFormat,
  baseIri: string | undefined,
): Promise<RdfAnswer> {
  const worker = new Worker(new URL('./rdf-thread.mjs', import.meta.url), {
    workerData: { text, format, baseIri, limits },
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  });
  const answer = await firstAnswer(worker);
  await worker.terminate();
  if (answer.problem) return { problem: answer.problem };
  const { terms, triples, prefixes, graphs, unreadable } = answer;
  return { graph: { triples: expand(terms, triples), prefixes, graphs, unreadable } };
}

function firstAnswer(worker: Worker): Promise<ThreadAnswer> {
  return new Promise((resolve) => {
    const fail = (message: string): void => resolve({ problem: { message, breaksRule: false } });
    const timer = setTimeout(() => fail('takes too long to read: split it'), timeoutMs);
    worker.on('message', resolve);
    worker.on('error', (error: Error) => fail(`cannot be read (${error.message})`));
    worker.on('exit', () => {
      clearTimeout(timer);
      fail('cannot be read');
    });
  });
}

function expand(terms: readonly string[], places: Uint32Array): RdfTriple[] {
  const made = terms.map(readTerm);
  const triples: RdfTriple[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const [subject, predicate, object] = [0, 1, 2].map((step) => made[places[at + step] ?? 0]);
    if (subject && predicate && object) triples.push({ subject, predicate, object });
  }
  return triples;
}

/** The thread writes a term as its kind (`<`, `_`, `@language`, `^datatype`) and its value. */
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
