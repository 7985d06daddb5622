import type { RdfTerm } from '../../../lib/rdf/rdf.ts';
import { irisOf, keyOf } from './graph-index.ts';
import type { GraphIndex, Thing } from './graph-index.ts';
import type { QNames } from './names.ts';
import { iriOf, namespaces } from './vocabulary.ts';

const messages = {
  restriction: 'restrictions of classes have no place in an ontology document',
  classExpression: 'unions, intersections, complements and enumerations have no place',
  axiom: 'axioms about several things at once have no place',
  shape: 'SHACL shapes have no place',
  individual: 'individuals are data, not concepts',
  collection: 'collections, and further schemes and ontologies, have no place',
  annotationProperty: 'annotation properties are not concepts; what they annotate is kept',
  propertyWithoutConcept: 'properties without a domain in this document belong to no concept',
  foreignConcept: 'concepts of other documents are kept as custom properties, not as references',
  severalDomains: 'properties with several domains were given to each of them',
  statement: 'statements about things that the document does not describe',
  blankNode: 'descriptions without an IRI have no place',
  datatype: 'values whose datatype cannot be kept were taken as texts',
  name: 'names that several concepts have, or that are built in, were made different',
  ownMember: 'members of ours that could not be read',
  graph: 'the triples of named graphs were taken together',
  statementAboutStatement: 'statements about statements have no place',
} as const;

export type RdfNoteKind = keyof typeof messages;

/** Statements that were lost or changed by the import: how many, and up to five examples. */
export type RdfNote = { kind: RdfNoteKind; message: string; count: number; examples: string[] };

export type NoteBook = {
  add: (kind: RdfNoteKind, example: string, count?: number) => void;
  /** Records the loss of a value without an IRI, with everything that it consists of. */
  lose: (value: RdfTerm, thing: Thing, predicate: string) => void;
  /** Marks a blank node, and all blank nodes within it, as read. */
  understand: (value: RdfTerm) => void;
  /** Records the unread blank nodes, and returns all notes. */
  finish: () => RdfNote[];
};

/** Collects losses; every loss becomes a note. */
export function createNotes(index: GraphIndex, names: QNames): NoteBook {
  const found = new Map<RdfNoteKind, { count: number; examples: string[] }>();
  const seen = new Set<string>();
  const add = (kind: RdfNoteKind, example: string, count = 1): void => {
    const note = found.get(kind) ?? { count: 0, examples: [] };
    found.set(kind, note);
    note.count += count;
    if (example !== '') note.examples.push(example);
    if (note.examples.length > 100) note.examples = firstOf(note.examples);
  };
  const understand = (value: RdfTerm): void => markWithin(index, keyOf(value), seen);
  return {
    add,
    understand,
    lose(value, thing, predicate) {
      const lost = index.get(keyOf(value));
      const place = `${names.compact(thing.key)} ${names.compact(predicate)}`;
      add(lost || value.kind !== 'blank' ? kindOf(lost) : 'blankNode', place);
      understand(value);
    },
    finish() {
      for (const thing of unseen(index, seen)) {
        const [type] = irisOf(thing, iriOf('rdf:type'));
        add(kindOf(thing), type === undefined ? '' : names.compact(type));
        markWithin(index, thing.key, seen);
      }
      return listNotes(found);
    },
  };
}

const firstOf = (examples: readonly string[]): string[] =>
  [...new Set(examples)].sort().slice(0, 5);

function listNotes(
  found: ReadonlyMap<RdfNoteKind, { count: number; examples: string[] }>,
): RdfNote[] {
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, { count, examples }]) => {
      return { kind, message: messages[kind], count, examples: firstOf(examples) };
    });
}

/** Starts with blank nodes that are not part of others, whose notes include their parts. */
function* unseen(index: GraphIndex, seen: ReadonlySet<string>): Generator<Thing> {
  const parts = new Set<string>();
  for (const { isBlank, statements } of index.values()) {
    if (isBlank)
      for (const values of statements.values()) for (const value of values) parts.add(keyOf(value));
  }
  for (const isPart of [false, true]) {
    for (const thing of index.values()) {
      if (thing.isBlank && parts.has(thing.key) === isPart && !seen.has(thing.key)) yield thing;
    }
  }
}

function markWithin(index: GraphIndex, start: string, seen: Set<string>): void {
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (!key.startsWith('_:') || seen.has(key)) continue;
    seen.add(key);
    for (const values of index.get(key)?.statements.values() ?? []) open.push(...values.map(keyOf));
  }
}

const expressions = ['unionOf', 'intersectionOf', 'complementOf', 'oneOf', 'datatypeComplementOf']
  .concat('onDatatype', 'onProperty', 'disjointUnionOf')
  .map((name) => namespaces.owl + name);

const axioms = new Set(
  ['AllDisjointClasses', 'AllDisjointProperties', 'AllDifferent', 'Axiom', 'Annotation']
    .concat('NegativePropertyAssertion')
    .map((name) => namespaces.owl + name),
);

const kinds: readonly [kind: RdfNoteKind, fits: (said: ReadonlySet<string>) => boolean][] = [
  ['shape', (said) => [...said].some((iri) => iri.startsWith(namespaces.sh))],
  ['restriction', (said) => said.has(iriOf('owl:Restriction'))],
  ['axiom', (said) => [...axioms].some((type) => said.has(type))],
  ['classExpression', (said) => expressions.some((predicate) => said.has(predicate))],
  ['annotationProperty', (said) => said.has(iriOf('owl:AnnotationProperty'))],
  ['collection', (said) => collections.some((type) => said.has(type))],
];

const collections = [
  iriOf('skos:Collection'),
  iriOf('skos:OrderedCollection'),
  iriOf('skos:ConceptScheme'),
  iriOf('owl:Ontology'),
];

/** The sort of a thing without a counterpart. */
export function kindOf(thing: Thing | undefined): RdfNoteKind {
  const types = irisOf(thing, iriOf('rdf:type'));
  const said = new Set([...(thing?.statements.keys() ?? []), ...types]);
  const found = kinds.find(([, fits]) => fits(said));
  if (found) return found[0];
  if (thing?.isBlank === true) return 'blankNode';
  return types.length > 0 ? 'individual' : 'statement';
}
