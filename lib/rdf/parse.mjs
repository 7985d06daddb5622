import { JsonLdParser } from 'jsonld-streaming-parser';
import { jsonLdBatches } from './json-ld-batches.mjs';
import { Parser } from 'n3';
import { DataFactory } from 'rdf-data-factory';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { BrokenRule, describeRdfError, positionIn } from './problem.mjs';
import { rootOfXml } from './xml-root.mjs';

/**
 * Reads untrusted RDF into `{ terms, triples, prefixes, graphs, unreadable }`, or `{ problem }`. It never throws for a bad text
 * and never fetches anything. Time and memory grow with the text, so long texts belong in a separate process.
 */
export async function readRdf({ text, format, baseIri, limits }) {
  const reading = {
    text,
    limits,
    baseIri,
    base: baseIri ?? nowhere,
    // One entry per distinct term, `kind + value`; triples are indexes into that list, three by three.
    found: { terms: [], indexes: new Map(), triples: [], graphs: new Set(), unreadable: 0 },
    prefixes: Object.create(null),
    contextMembers: 0,
  };
  try {
    if (text.trim() === '') throw new BrokenRule('is empty');
    await readers[format](reading);
    const { terms, unreadable, graphs, triples } = reading.found;
    const { prefixes } = reading;
    return { terms, triples, prefixes, unreadable, graphs: graphs.size };
  } catch (error) {
    return { problem: describeRdfError(error, text) };
  }
}

/** Base of relative IRIs in documents without a base; the reserved domain cannot exist. */
const nowhere = 'http://relative.invalid/';

const chunkCharacters = 64 * 1024;

function takePrefix({ prefixes, limits }, name, iri) {
  prefixes[name] = typeof iri === 'string' ? iri : iri.value;
  if (Object.keys(prefixes).length > limits.prefixes) {
    throw new BrokenRule(`declares more than ${limits.prefixes} prefixes: remove the unused ones`);
  }
}

function takeQuad(reading, { subject, predicate, object, graph }) {
  const { found, limits } = reading;
  const triple = [subject, predicate, object].map((term) => indexOf(reading, term));
  if (graph.termType !== 'DefaultGraph') found.graphs.add(graph.value);
  // Statements about statements (RDF 1.2) are counted, not read.
  if (triple.includes(-1)) found.unreadable += 1;
  else found.triples.push(...triple);
  if (found.triples.length > 3 * limits.triples) {
    throw new BrokenRule(`holds more than ${limits.triples} triples: split it`);
  }
}

function indexOf({ found, baseIri }, term) {
  const key = keyOf(term, baseIri);
  if (key === undefined) return -1;
  let index = found.indexes.get(key);
  if (index === undefined) {
    index = found.terms.push(key) - 1;
    found.indexes.set(key, index);
  }
  return index;
}

function keyOf({ termType, value, language, datatype }, baseIri) {
  if (termType === 'NamedNode') return `<${absolute(value, baseIri)}`;
  if (termType === 'BlankNode') return `_${value}`;
  if (termType !== 'Literal') return undefined;
  return language ? `@${language.toLowerCase()}\0${value}` : `^${datatype.value}\0${value}`;
}

function absolute(iri, baseIri) {
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

/** Splits a text into chunks for the parsers; no chunk ends within a surrogate pair. */
function* pieces(text) {
  for (let start = 0, end; start < text.length; start = end) {
    end = start + chunkCharacters;
    const code = text.charCodeAt(end - 1);
    if (code >= 0xd800 && code < 0xdc00) end += 1;
    yield text.slice(start, end);
  }
}

/** Feeds the parser chunk by chunk, so that errors of its callbacks are thrown here. */
function readTurtle(reading) {
  const take = new Map();
  const input = { on: (event, handler) => void take.set(event, handler) };
  new BoundedParser(reading).parse(input, {
    onQuad: (error, quad) => {
      if (error) throw error;
      if (quad) takeQuad(reading, quad);
    },
    onPrefix: (name, iri) => takePrefix(reading, name, iri),
  });
  for (const piece of pieces(reading.text)) take.get('data')(piece);
  take.get('end')();
}

/** The parser's time and memory grow with the square of the nesting. */
class BoundedParser extends Parser {
  constructor({ base, limits }) {
    super({ baseIRI: base, format: 'text/turtle' });
    this.maxNesting = limits.nesting;
  }

  _saveContext(...context) {
    super._saveContext(...context);
    if (this._contextStack.length > this.maxNesting) {
      throw new BrokenRule(`nests blank nodes and lists deeper than ${this.maxNesting} levels`);
    }
  }
}

/** Waits for each chunk, so that `afterPiece` sees what the parser made of it. */
function readThrough(reading, parser, input, afterPiece = () => undefined) {
  return new Promise((resolve, reject) => {
    const take = (quad) => {
      try {
        takeQuad(reading, quad);
      } catch (error) {
        reject(error);
      }
    };
    parser.on('data', take).on('error', reject).on('end', resolve);
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
  }).finally(() => parser.destroy());
}

/** Batches share their blank nodes; a name with a space cannot occur in the document. */
const newDataFactory = () => new DataFactory({ blankNodePrefix: 'unnamed ' });

async function readXml(reading) {
  const { text, base, limits } = reading;
  const root = rootOfXml(text);
  for (const [, name, , iri] of root.matchAll(/\sxmlns:([^\s=]+)\s*=\s*(["'])(.*?)\2/gs)) {
    takePrefix(reading, name, iri);
  }
  const dataFactory = newDataFactory();
  const parser = new RdfXmlParser({ baseIRI: base, dataFactory, trackPosition: true });
  await readThrough(reading, parser, pieces(text), () => {
    // Time grows with the square of the nesting.
    if (parser.activeTagStack.length > limits.elements) {
      throw new BrokenRule(`nests elements deeper than ${limits.elements} levels`);
    }
  });
  // The library accepts a truncated document.
  const faults = [];
  parser.on('error', (error) => faults.push(error));
  parser.saxParser.close();
  if (faults.length > 0) throw faults[0];
}

async function readJsonLd(reading) {
  const { text, base } = reading;
  const document = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  inspect(reading, document);
  const options = {
    baseIRI: base,
    dataFactory: newDataFactory(),
    documentLoader: {
      load(url) {
        throw remoteContext(text, url);
      },
    },
    // Otherwise members without a mapping would be dropped silently.
    strictValues: true,
  };
  for (const batch of jsonLdBatches(document)) {
    await readThrough(reading, new JsonLdParser(options), [JSON.stringify(batch)]);
  }
}

function remoteContext(text, url) {
  const at = text.indexOf(JSON.stringify(url));
  const message = `takes its @context from ${url}, and nothing is fetched: put the context itself into the document`;
  return Object.assign(new BrokenRule(message), positionIn(text, at));
}

/** Inspects the whole document without recursion: its nesting, and the origin of its contexts. */
function inspect(reading, document) {
  const { limits } = reading;
  const open = [{ value: document, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > limits.depth) {
      throw new BrokenRule(`nests objects and lists deeper than ${limits.depth} levels`);
    }
    for (const [name, value] of Object.entries(next.value)) {
      if (name === '@context') takeContext(reading, value);
      open.push({ value, depth: next.depth + 1 });
    }
  }
}

function takeContext(reading, context) {
  const { text, limits } = reading;
  for (const part of [context].flat()) {
    if (typeof part === 'string') throw remoteContext(text, part);
    if (typeof part !== 'object' || part === null) continue;
    if (typeof part['@import'] === 'string') throw remoteContext(text, part['@import']);
    reading.contextMembers += Object.keys(part).length;
    if (reading.contextMembers > limits.contextMembers) {
      throw new BrokenRule(`has contexts with more than ${limits.contextMembers} terms`);
    }
    for (const [name, iri] of Object.entries(part)) {
      if (isPrefix(name, iri)) takePrefix(reading, name, iri);
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
