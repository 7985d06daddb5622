import { irisOf } from './graph-index.ts';
import type { GraphIndex, Thing } from './graph-index.ts';
import { builtInOf, iriOf, predicates, types } from './vocabulary.ts';

/**
 * The role of a thing in the import: a concept (class, datatype, data property), a relationship, metadata, or a
 * note.
 */
export type Role =
  | 'class'
  | 'datatype'
  | 'dataProperty'
  | 'objectProperty'
  | 'ontology'
  | 'scheme'
  | 'other';

/** The role of everything that has an IRI and is described. */
export function classify(index: GraphIndex): Map<string, Role> {
  const roles = new Map<string, Role>();
  const narrowed = narrowedConcepts(index);
  for (const thing of index.values()) {
    if (!thing.isBlank) roles.set(thing.key, roleOf(thing, narrowed));
  }
  for (const [key, role] of roles) {
    if (role === 'objectProperty' && holdsValues(index.get(key), roles)) {
      roles.set(key, 'dataProperty');
    }
  }
  return roles;
}

const direct: readonly [role: Role, types: ReadonlySet<string>][] = [
  ['class', types.class],
  ['datatype', types.datatype],
  ['objectProperty', types.objectProperty],
  ['dataProperty', types.dataProperty],
  ['other', types.annotationProperty],
  ['objectProperty', types.property],
  ['ontology', types.ontology],
  ['scheme', types.scheme],
];

function roleOf(thing: Thing, narrowed: ReadonlySet<string>): Role {
  const own = irisOf(thing, iriOf('rdf:type'));
  const found = direct.find(([, set]) => own.some((type) => set.has(type)));
  if (found) return found[0];
  // Anything with a broader thing, or a superclass, is a class; many documents state nothing else.
  return narrowed.has(thing.key) ? 'class' : 'other';
}

function narrowedConcepts(index: GraphIndex): Set<string> {
  const found = new Set<string>();
  for (const thing of index.values()) {
    const broader = irisOf(thing, iriOf('rdfs:subClassOf'), iriOf('skos:broader'));
    if (broader.length > 0) found.add(thing.key);
  }
  return found;
}

/** A property whose sort is not stated, or that is only declared functional. */
function holdsValues(thing: Thing | undefined, roles: ReadonlyMap<string, Role>): boolean {
  if (irisOf(thing, iriOf('rdf:type')).some((type) => types.objectProperty.has(type))) return false;
  const ranges = irisOf(thing, ...predicates.ranges);
  return ranges.some((range) => builtInOf(range) ?? roles.get(range) === 'datatype');
}
