import type { RdfTerm, RdfTriple } from '../../../lib/rdf/rdf.ts';

/** All statements of a graph about one thing. */
export type Thing = {
  /** The IRI, or `_:` and the label of a blank node. */
  key: string;
  isBlank: boolean;
  /** Predicate → values, each once, in an order that does not depend on the document. */
  statements: ReadonlyMap<string, readonly RdfTerm[]>;
};

export type GraphIndex = ReadonlyMap<string, Thing>;

/** A key that is equal for equal terms. */
export function keyOf(term: RdfTerm): string {
  if (term.kind === 'iri') return term.value;
  if (term.kind === 'blank') return `_:${term.value}`;
  return `"${term.language === undefined ? `^${term.datatype}` : `@${term.language}`} ${term.value}`;
}

/** The triples by subject. */
export function indexGraph(triples: readonly RdfTriple[]): GraphIndex {
  const index = new Map<string, Map<string, Map<string, RdfTerm>>>();
  for (const { subject, predicate, object } of triples) {
    const statements = entry(index, keyOf(subject), () => new Map<string, Map<string, RdfTerm>>());
    entry(statements, predicate.value, () => new Map<string, RdfTerm>()).set(keyOf(object), object);
  }
  return new Map(
    [...index].toSorted(byKey).map(([key, statements]) => {
      const sorted = [...statements].toSorted(byKey).map(([predicate, objects]) => {
        return [predicate, [...objects].toSorted(byKey).map(([, term]) => term)] as const;
      });
      return [key, { key, isBlank: key.startsWith('_:'), statements: new Map(sorted) }];
    }),
  );
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** The values of some predicates of a thing, in the order of the predicates. */
export function valuesOf(thing: Thing | undefined, ...predicates: string[]): RdfTerm[] {
  return predicates.flatMap((predicate) => thing?.statements.get(predicate) ?? []);
}

/** The IRIs among the values of some predicates. */
export function irisOf(thing: Thing | undefined, ...predicates: string[]): string[] {
  return valuesOf(thing, ...predicates)
    .filter(({ kind }) => kind === 'iri')
    .map(({ value }) => value);
}

/** The members of an RDF list, up to the first invalid node. */
export function listMembers(index: GraphIndex, head: RdfTerm | undefined): RdfTerm[] {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  const members: RdfTerm[] = [];
  const seen = new Set<Thing>();
  let node = head && index.get(keyOf(head));
  while (node && !seen.has(node)) {
    seen.add(node);
    members.push(...valuesOf(node, `${rdf}first`));
    const [rest] = valuesOf(node, `${rdf}rest`);
    node = rest && index.get(keyOf(rest));
  }
  return members;
}
