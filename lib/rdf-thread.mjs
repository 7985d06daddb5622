import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { jsonLdBatches } from './json-ld-batches.mjs';
import { Parser } from 'n3';
import { DataFactory } from 'rdf-data-factory';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { BrokenRule, describeRdfError, placeIn } from './rdf-problem.mjs';
import { rootOfXml } from './rdf-xml-root.mjs';

/**
 * Reads untrusted RDF and answers once: `{ terms, triples, prefixes, graphs, unreadable }`, or `{ problem }`. What follows
 * the first answer does not count: the thread is ended then. It never fetches anything.
 */
const { text, format, baseIri, limits } = workerData;

/** Where relative IRIs end up when the document has no base; the domain cannot exist. */
const nowhere = 'http://relative.invalid/';
const base = baseIri ?? nowhere;

const chunkCharacters = 64 * 1024;

/** One entry per different term, `kind + value`; triples are places in that list, three by three. */
const found = { terms: [], places: new Map(), triples: [], graphs: new Set(), unreadable: 0 };
const prefixes = Object.create(null);

let isAnswered = false;

function answer(message, transfer) {
  if (!isAnswered) parentPort.postMessage(message, transfer);
  isAnswered = true;
}

/** Callbacks of the parsers may throw where nobody catches it. */
process.on('uncaughtException', (error) => answer({ problem: describeRdfError(error, text) }));

function takePrefix(name, iri) {
  prefixes[name] = typeof iri === 'string' ? iri : iri.value;
  if (Object.keys(prefixes).length > limits.prefixes) {
    throw new BrokenRule(`declares more than ${limits.prefixes} prefixes: remove those not used`);
  }
}

function takeQuad({ subject, predicate, object, graph }) {
  const triple = [subject, predicate, object].map(placeOf);
  if (graph.termType !== 'DefaultGraph') found.graphs.add(graph.value);
  // Statements about statements (RDF 1.2) are counted, not read.
  if (triple.includes(-1)) found.unreadable += 1;
  else found.triples.push(...triple);
  if (found.triples.length > 3 * limits.triples) {
    throw new BrokenRule(`holds more than ${limits.triples} triples: split it`);
  }
}

function placeOf(term) {
  const key = keyOf(term);
  if (key === undefined) return -1;
  let place = found.places.get(key);
  if (place === undefined) {
    place = found.terms.push(key) - 1;
    found.places.set(key, place);
  }
  return place;
}

function keyOf({ termType, value, language, datatype }) {
  if (termType === 'NamedNode') return `<${absolute(value)}`;
  if (termType === 'BlankNode') return `_${value}`;
  if (termType !== 'Literal') return undefined;
  return language ? `@${language.toLowerCase()}\0${value}` : `^${datatype.value}\0${value}`;
}

function absolute(iri) {
  if (baseIri === undefined && iri.startsWith(nowhere)) {
    const written = iri.slice(nowhere.length);
    const advice = 'write it in full, or give the document a base (@base, xml:base)';
    throw new BrokenRule(`has the relative IRI <${written}>, but no base: ${advice}`);
  }
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(iri)) {
    throw new BrokenRule(`has the IRI <${iri}>, which does not begin with a scheme (https:)`);
  }
  if (/[\0-\x20<>"{}|\\^`]/.test(iri) || !iri.isWellFormed()) {
    throw new BrokenRule(`has the IRI <${iri}>, which holds characters that must be written as %…`);
  }
  return iri;
}

/** Text in pieces, so that the parsers keep up; no piece ends within a surrogate pair. */
function* pieces() {
  for (let start = 0, end; start < text.length; start = end) {
    end = start + chunkCharacters;
    const code = text.charCodeAt(end - 1);
    if (code >= 0xd800 && code < 0xdc00) end += 1;
    yield text.slice(start, end);
  }
}

function readTurtle() {
  return new Promise((resolve, reject) => {
    const onQuad = (error, quad) => (error ? reject(error) : quad ? takeQuad(quad) : resolve());
    const parser = new Parser({ baseIRI: base, format: 'text/turtle' });
    parser.parse(Readable.from(pieces(), { objectMode: true }), { onQuad, onPrefix: takePrefix });
  });
}

/** Waits for each piece, so that `afterPiece` sees what the parser has made of it. */
function readThrough(parser, input, afterPiece = () => undefined) {
  return new Promise((resolve, reject) => {
    parser.on('data', takeQuad).on('error', reject).on('end', resolve);
    const write = async () => {
      for (const piece of input) {
        await new Promise((written) => {
          parser.write(piece, written);
        });
        afterPiece();
      }
      parser.end();
    };
    write().catch(reject);
  });
}

/** Batches share their blank nodes; a name with a space cannot be one of the document. */
const dataFactory = new DataFactory({ blankNodePrefix: 'unnamed ' });

async function readXml() {
  const root = rootOfXml(text);
  for (const [, name, , iri] of root.matchAll(/\sxmlns:([^\s=]+)\s*=\s*(["'])(.*?)\2/gs)) {
    takePrefix(name, iri);
  }
  const parser = new RdfXmlParser({ baseIRI: base, dataFactory, trackPosition: true });
  await readThrough(parser, pieces(), () => {
    // Time grows with the square of the nesting.
    if (parser.activeTagStack.length > limits.elements) {
      throw new BrokenRule(`nests elements deeper than ${limits.elements} levels`);
    }
  });
  // The library takes a document that is cut off for a whole one.
  const faults = [];
  parser.on('error', (error) => faults.push(error));
  parser.saxParser.close();
  if (faults.length > 0) throw faults[0];
}

async function readJsonLd() {
  const document = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  inspect(document);
  const options = {
    baseIRI: base,
    dataFactory,
    documentLoader: {
      load(url) {
        throw remoteContext(url);
      },
    },
    // Otherwise members without a meaning would vanish.
    strictValues: true,
  };
  for (const batch of jsonLdBatches(document)) {
    await readThrough(new JsonLdParser(options), [JSON.stringify(batch)]);
  }
}

function remoteContext(url) {
  const at = text.indexOf(JSON.stringify(url));
  const message = `takes its @context from ${url}, and nothing is fetched: put the context itself into the document`;
  return Object.assign(new BrokenRule(message), placeIn(text, at));
}

let contextMembers = 0;

/** Looks through the whole document without recursion: nesting, and where contexts come from. */
function inspect(document) {
  const open = [{ value: document, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > limits.depth) {
      throw new BrokenRule(`nests objects and lists deeper than ${limits.depth} levels`);
    }
    for (const [name, value] of Object.entries(next.value)) {
      if (name === '@context') takeContext(value);
      open.push({ value, depth: next.depth + 1 });
    }
  }
}

function takeContext(context) {
  for (const part of [context].flat()) {
    if (typeof part === 'string') throw remoteContext(part);
    if (typeof part !== 'object' || part === null) continue;
    if (typeof part['@import'] === 'string') throw remoteContext(part['@import']);
    contextMembers += Object.keys(part).length;
    if (contextMembers > limits.contextMembers) {
      throw new BrokenRule(`has contexts with more than ${limits.contextMembers} terms`);
    }
    for (const [name, iri] of Object.entries(part)) {
      if (isPrefix(name, iri)) takePrefix(name, iri);
    }
  }
}

function isPrefix(name, iri) {
  return typeof iri === 'string' && /^[a-z][\w.-]*$/i.test(name) && /[/#:]$/.test(iri);
}

const readers = {
  'text/turtle': readTurtle,
  'application/rdf+xml': readXml,
  'application/ld+json': readJsonLd,
};

try {
  if (text.trim() === '') throw new BrokenRule('is empty');
  await readers[format]();
  const triples = Uint32Array.from(found.triples);
  const { terms, unreadable, graphs } = found;
  answer({ terms, triples, prefixes, unreadable, graphs: graphs.size }, [triples.buffer]);
} catch (error) {
  answer({ problem: describeRdfError(error, text) });
}
