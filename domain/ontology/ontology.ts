import type { Json, JsonObject } from '../../lib/json/json.ts';

/**
 * The content of an ontology, for comparing and merging, without its formatting. Order of entries, null
 * members, and the flat (`concept: Name`) or nested (`concept: {name, …}`) form of an entry are not part of it.
 */
export type Ontology = {
  /** Members of the document other than `ontology`, as written (`custom_properties`, `prefixes`, unknown ones, …). */
  members: JsonObject;
  /** In the order of the document; identities and names are unique. */
  concepts: Concept[];
};

/** One entry of `ontology`. */
export type Concept = {
  /** `id`, else the name. */
  identity: string;
  name: string;
  /**
   * Every member but `relationships`: `concept` is the name, and members of a nested `concept` are on the same
   * level. Members of the entry that the nested object has as well are named `entry.<name>`.
   */
  fields: JsonObject;
  relationships: Relationship[];
};

export type Relationship = {
  /** `id`, else the name; unique within its concept. */
  identity: string;
  name: string;
  /** Every member, including `roles`, as written. */
  fields: JsonObject;
};

/** A concept, or one of its relationships. */
export type Linked = { concept: Concept; relationship?: Relationship };

/** The known members of a document; absent where the text has none of the right kind. */
export type OntologyMetadata = {
  name: string;
  version: string | undefined;
  description: string | undefined;
  displayName: string | undefined;
  /** Id of a team. */
  owner: string | undefined;
  readOnly: boolean | undefined;
  /** Prefix → address, for QNames. */
  prefixes: Readonly<Record<string, string>>;
  /** Further namespaces, and constraints: the standard does not distinguish them. */
  requires: readonly string[];
};

/** Concepts that other namespaces offer to roles and `extends`: names and ids by namespace. */
export type RequiredConcepts = ReadonlyMap<string, ReadonlySet<string>>;

/** Built-in concepts of the standard. */
export const builtInConcepts: ReadonlySet<string> = new Set([
  'Any',
  'Boolean',
  'Date',
  'DateTime',
  'Decimal',
  'Float',
  'Integer',
  'String',
]);

export const conceptTypes: readonly string[] = ['EntityType', 'ValueType'];

export const multiplicities: readonly string[] = [
  'OneToOne',
  'OneToMany',
  'ManyToOne',
  'ManyToMany',
];

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The identity of an entry or relationship: its `id`, else its name. */
export function identityOf(fields: JsonObject, name: string): string {
  return textOf(fields.id) ?? name;
}

/** Id of a relationship on its own: its stated id, else the id of its concept and its name. */
export function relationshipId(concept: string, { fields, name }: Relationship): string {
  return textOf(fields.id) ?? `${concept}.${name}`;
}

/** The known members of a document, by Concordat's names. */
export function metadataOf({ members }: Ontology): OntologyMetadata {
  const custom = objectOf(members.custom_properties);
  const readOnly = custom.read_only ?? members.read_only;
  return {
    name: textOf(members.name) ?? '',
    version: textOf(members.version),
    description: textOf(members.description),
    displayName: textOf(custom.display_name) ?? textOf(members.display_name),
    owner: textOf(custom.owner) ?? textOf(members.owner),
    readOnly: typeof readOnly === 'boolean' ? readOnly : undefined,
    prefixes: textsOf(objectOf(members.prefixes)),
    requires: Array.isArray(members.requires)
      ? members.requires.filter((entry) => typeof entry === 'string')
      : [],
  };
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function textsOf(object: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object).filter((member): member is [string, string] => {
      return typeof member[1] === 'string';
    }),
  );
}

/** Resolves concepts as roles and `extends` name them: by id, then by name. */
export type ConceptIndex = {
  byIdentity: ReadonlyMap<string, Concept>;
  byName: ReadonlyMap<string, Concept>;
};

/** An index over the concepts of an ontology. */
export function indexConcepts(concepts: readonly Concept[]): ConceptIndex {
  return {
    byIdentity: new Map(concepts.map((concept) => [concept.identity, concept])),
    byName: new Map(concepts.map((concept) => [concept.name, concept])),
  };
}

/** The concept of this document that a role or `extends` names: by id, then by name. */
export function resolveConcept(index: ConceptIndex, named: string): Concept | undefined {
  return index.byIdentity.get(named) ?? index.byName.get(named);
}

/** The text that references a concept: its name, unless that is the id of another one. */
export function nameToWrite(index: ConceptIndex, { name, identity }: Concept): string {
  return resolveConcept(index, name)?.identity === identity ? name : identity;
}

/** The concept with these fields. */
export function conceptOf(fields: JsonObject, relationships: Relationship[]): Concept {
  const name = typeof fields.concept === 'string' ? fields.concept : '';
  return { identity: identityOf(fields, name), name, fields, relationships };
}

/** The relationship with these fields. */
export function relationshipOf(fields: JsonObject): Relationship {
  const name = [fields.name, fields.id].find((text) => typeof text === 'string') ?? '';
  return { identity: identityOf(fields, name), name, fields };
}
