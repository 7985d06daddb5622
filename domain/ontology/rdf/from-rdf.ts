import type { JsonObject } from '../../../lib/json/json.ts';
import type { RdfGraph } from '../../../lib/rdf/rdf.ts';
import { readAnnotations } from './annotations.ts';
import type { Import } from './annotations.ts';
import { classify } from './classify.ts';
import type { Role } from './classify.ts';
import { indexGraph, irisOf, valuesOf } from './graph-index.ts';
import type { GraphIndex, Thing } from './graph-index.ts';
import { createQNames, splitIri } from './names.ts';
import { createNotes, kindOf } from './notes.ts';
import type { RdfNote } from './notes.ts';
import {
  addCustom,
  conceptEntry,
  customMember,
  ownMembers,
  readConcepts,
} from './read-concepts.ts';
import { readMultiplicities, readRelationships } from './read-relationships.ts';
import { iriOf } from './vocabulary.ts';

export type { RdfNote };

export type FromRdfOptions = {
  /** Name of the ontology, the same as its namespace's. */
  name: string;
  /** Prefix of Concordat's own addresses; concepts below it get no `iri`. */
  baseIri?: string;
};

/** An ontology as plain data for `writeYaml`, and notes about lost statements. */
export type OntologyFromRdf = { document: JsonObject; concepts: number; notes: RdfNote[] };

/** Version of the document format; the version of the ontology is a custom property. */
const formatVersion = '0.2.0.dev0';

/**
 * Converts RDFS, OWL or SKOS to an ontology. Equal graphs give equal documents, whatever their format and
 * order. Nothing is lost silently: statements without a member become custom properties, statements without any
 * counterpart become notes.
 */
export function ontologyFromRdf(graph: RdfGraph, options: FromRdfOptions): OntologyFromRdf {
  const index = indexGraph(graph.triples);
  const roles = classify(index);
  const home = homeNamespace(roles);
  const names = createQNames(
    graph.prefixes,
    home === undefined ? undefined : { prefix: slug(options.name), namespace: home },
  );
  const notes = createNotes(index, names);
  const baseIri = options.baseIri?.replace(/\/?$/, '/');
  const context: Import = { index, names, notes, baseIri };
  const concepts = readConcepts(context, roles, home);
  readRelationships(context, roles, concepts);
  readMultiplicities(context, concepts);
  const root = rootMembers(context, rootOf(index, roles), options.name);
  for (const [key, role] of roles)
    if (role !== 'objectProperty') noteOthers(context, key, role, root.key);
  if (graph.graphs > 0) notes.add('graph', '', graph.graphs);
  if (graph.unreadable > 0) notes.add('statementAboutStatement', '', graph.unreadable);
  const entries = [...concepts.values()]
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((draft) => conceptEntry(context, draft));
  const { name, version, ...members } = root.members;
  const prefixes = names.used();
  const document = {
    ...(version !== undefined && { version }),
    ...(name !== undefined && { name }),
    ...members,
    ...(Object.keys(prefixes).length > 0 && { prefixes }),
    ontology: entries,
  };
  return { document, concepts: entries.length, notes: notes.finish() };
}

/** The namespace of most concepts; the first of several. */
function homeNamespace(roles: ReadonlyMap<string, Role>): string | undefined {
  const counts = new Map<string, number>();
  for (const [key, role] of roles) {
    const { namespace } = splitIri(key);
    if (role === 'class' || role === 'datatype') {
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
  }
  const [first] = [...counts].toSorted(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  );
  return first?.[0];
}

const slug = (name: string): string => name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-') || 'ontology';

/** The ontology itself: the first one, or else the first scheme. */
function rootOf(index: GraphIndex, roles: ReadonlyMap<string, Role>): Thing | undefined {
  const keys = [...roles.keys()];
  const key =
    keys.find((candidate) => roles.get(candidate) === 'ontology') ??
    keys.find((candidate) => roles.get(candidate) === 'scheme');
  return key === undefined ? undefined : index.get(key);
}

function rootMembers(
  context: Import,
  thing: Thing | undefined,
  name: string,
): { key: string | undefined; members: JsonObject } {
  if (!thing) return { key: undefined, members: { version: formatVersion, name } };
  const handled = new Set([iriOf('owl:imports'), iriOf('skos:hasTopConcept')]);
  const annotations = readAnnotations(context, thing, handled);
  const { custom } = annotations;
  if (annotations.name !== undefined) custom.display_name = annotations.name;
  if (annotations.isDeprecated) addCustom(custom, 'owl:deprecated', true);
  if (thing.key !== context.baseIri?.replace(/\/$/, '')) custom['owl:Ontology'] = thing.key;
  const imports = irisOf(thing, iriOf('owl:imports'));
  const members = {
    version: formatVersion,
    name,
    ...(annotations.description !== undefined && { description: annotations.description }),
    ...(imports.length > 0 && { requires: imports }),
    ...ownMembers(annotations, 'name', 'ontology', 'prefixes'),
    ...customMember(annotations),
  };
  return { key: thing.key, members };
}

/** Records things that became neither a concept nor a relationship nor metadata. */
function noteOthers(context: Import, key: string, role: Role, root: string | undefined): void {
  const thing = context.index.get(key);
  if (!thing || key === root || !['other', 'ontology', 'scheme'].includes(role)) return;
  context.notes.add(kindOf(thing), context.names.compact(key));
  for (const predicate of thing.statements.keys()) {
    for (const value of valuesOf(thing, predicate)) context.notes.understand(value);
  }
}
