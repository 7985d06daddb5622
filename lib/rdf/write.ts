import { DataFactory, Writer } from 'n3';
import type { Quad_Object, Quad_Subject } from 'n3';
import type { RdfTerm, RdfTriple } from './rdf.ts';

/** Writes Turtle in the order of the triples, with the prefixes that it uses. */
export function writeTurtle(
  triples: readonly RdfTriple[],
  prefixes: Readonly<Record<string, string>>,
): string {
  let text = '';
  const output = {
    write(piece: string, _encoding: string, written?: () => void) {
      text += piece;
      written?.();
    },
    end: (ended?: () => void) => ended?.(),
  };
  const writer = new Writer(output, { prefixes: usedPrefixes(triples, prefixes) });
  for (const { subject, predicate, object } of triples) {
    writer.addQuad(
      termOf(subject) as Quad_Subject,
      DataFactory.namedNode(predicate.value),
      termOf(object),
    );
  }
  writer.end();
  return text;
}

function termOf(term: RdfTerm): Quad_Object {
  if (term.kind === 'iri') return DataFactory.namedNode(term.value);
  if (term.kind === 'blank') return DataFactory.blankNode(term.value);
  return DataFactory.literal(term.value, term.language ?? DataFactory.namedNode(term.datatype));
}

/** True if the name is a valid Turtle prefix (PN_PREFIX); any other name would break the declaration. */
function isPrefixName(name: string): boolean {
  return name === '' || /^\p{L}(?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u.test(name);
}

function usedPrefixes(
  triples: readonly RdfTriple[],
  prefixes: Readonly<Record<string, string>>,
): Record<string, string> {
  const namespaces = new Set<string>();
  const note = (iri: string): unknown => namespaces.add(iri.replace(/[^#/:]*$/, ''));
  for (const triple of triples) {
    for (const term of Object.values(triple)) {
      if (term.kind === 'iri') note(term.value);
      else if (term.kind === 'literal' && term.datatype !== undefined) note(term.datatype);
    }
  }
  const schemes = schemesOf(triples);
  const used = Object.entries(prefixes).filter(
    ([prefix, namespace]) =>
      namespaces.has(namespace) && isPrefixName(prefix) && !schemes.has(prefix),
  );
  return Object.fromEntries(used.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const xsdString = 'http://www.w3.org/2001/XMLSchema#string';

type Node = Record<string, unknown>;

/** Writes JSON-LD with its own context; subjects and statements keep the order of the triples. */
export function writeJsonLd(
  triples: readonly RdfTriple[],
  prefixes: Readonly<Record<string, string>>,
): string {
  // JSON-LD does not accept namespaces with other endings as prefixes, and other names may be schemes or keywords.
  const usable = Object.entries(usedPrefixes(triples, prefixes)).filter(
    ([prefix, namespace]) => /^[a-z][\w.-]*$/i.test(prefix) && /[:/?#[\]@]$/.test(namespace),
  );
  const compact = compacter(usable);
  const nodes = new Map<string, Node>();
  for (const { subject, predicate, object } of triples) {
    const id = idOf(subject, compact);
    const node = nodes.get(id) ?? { '@id': id };
    nodes.set(id, node);
    if (predicate.value === rdfType && object.kind !== 'literal') {
      addValue(node, '@type', idOf(object, compact));
    } else addValue(node, compact(predicate.value), valueOf(object, compact));
  }
  const context = Object.fromEntries(usable);
  return `${JSON.stringify({ '@context': context, '@graph': [...nodes.values()] }, undefined, 2)}\n`;
}

/**
 * Schemes of the IRIs: a full `ex:a` would be read as a prefixed name if `ex` were a prefix. The Turtle library has the same
 * problem.
 */
function schemesOf(triples: readonly RdfTriple[]): Set<string> {
  const schemes = new Set<string>();
  for (const triple of triples) {
    for (const { kind, value } of Object.values(triple)) {
      if (kind === 'iri') schemes.add(value.slice(0, value.indexOf(':')));
    }
  }
  return schemes;
}

type Compact = (iri: string) => string;

function compacter(usable: readonly [prefix: string, namespace: string][]): Compact {
  const byNamespace = new Map(usable.map(([prefix, namespace]) => [namespace, prefix]));
  return (iri) => {
    const local = /[^#/:]*$/.exec(iri)?.[0] ?? '';
    const prefix = byNamespace.get(iri.slice(0, iri.length - local.length));
    return prefix === undefined ? iri : `${prefix}:${local}`;
  };
}

function idOf(term: RdfTerm, compact: Compact): string {
  return term.kind === 'blank' ? `_:${term.value}` : compact(term.value);
}

function valueOf(term: RdfTerm, compact: Compact): unknown {
  if (term.kind !== 'literal') return { '@id': idOf(term, compact) };
  if (term.language !== undefined) return { '@value': term.value, '@language': term.language };
  if (term.datatype === xsdString) return term.value;
  // As text, because numbers of JSON differ from those of XML Schema.
  return { '@value': term.value, '@type': compact(term.datatype) };
}

function addValue(node: Node, name: string, value: unknown): void {
  const before = node[name];
  if (before === undefined) node[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else node[name] = [before, value];
}
