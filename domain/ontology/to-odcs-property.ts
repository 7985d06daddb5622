import type { Json, JsonObject } from '../../lib/json.ts';
import { iriOf } from './concept-iris.ts';
import { metadataOf, resolveConcept } from './ontology.ts';
import type { Concept, ConceptIndex, Ontology, Relationship, Linked } from './ontology.ts';

/** Types of ODCS by the built-in concept that a value type reaches through `extends`. */
const logicalTypes: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Date: 'date',
  DateTime: 'timestamp',
  Decimal: 'number',
  Float: 'number',
  Integer: 'integer',
  String: 'string',
};

type Context = { index: ConceptIndex; prefixes: Readonly<Record<string, string>> };

/**
 * A concept, or a relationship as a property of its concept, as a property of a data contract: what clients that check
 * links ask for. An entity is an object with its value properties. `url` is where people read about it.
 */
export function toOdcsProperty(
  ontology: Ontology,
  index: ConceptIndex,
  { concept, relationship }: Linked,
  url?: string,
): JsonObject {
  const context = { index, prefixes: metadataOf(ontology).prefixes };
  const property = relationship
    ? relationshipProperty(context, concept, relationship)
    : conceptProperty(context, concept);
  return url === undefined ? property : { ...property, url };
}

function conceptProperty(context: Context, concept: Concept): JsonObject {
  const { fields, identity, name, relationships } = concept;
  const isEntity = fields.type === 'EntityType';
  const properties = isEntity
    ? relationships.flatMap((each) => valueProperty(context, concept, each) ?? [])
    : [];
  return compact({
    name: identity,
    businessName: textOf(fields.business_name) ?? name,
    logicalType: isEntity ? 'object' : logicalTypeOf(context.index, concept.name),
    description: textOf(fields.description),
    ...detailsOf(context, fields),
    ...(properties.length > 0 && { properties }),
  });
}

function relationshipProperty(
  context: Context,
  concept: Concept,
  relationship: Relationship,
): JsonObject {
  const { fields, name } = relationship;
  const target = targetOf(context.index, concept, relationship);
  const found = target === undefined ? undefined : resolveConcept(context.index, target);
  const isEntity = found?.fields.type === 'EntityType';
  return compact({
    name,
    businessName: textOf(fields.business_name) ?? name,
    logicalType: isEntity ? 'object' : target && logicalTypeOf(context.index, target),
    description: textOf(fields.description) ?? textOf(found?.fields.description),
    ...(found && detailsOf(context, found.fields)),
    ...detailsOf(context, fields),
  });
}

/** A relationship that gives its concept a value; others lead to entities of their own. */
function valueProperty(
  context: Context,
  concept: Concept,
  relationship: Relationship,
): JsonObject | undefined {
  const target = targetOf(context.index, concept, relationship);
  const type = target && logicalTypeOf(context.index, target);
  return type ? relationshipProperty(context, concept, relationship) : undefined;
}

/** The concept that a relationship leads to: its last role that is not the concept itself, else its last. */
function targetOf(
  index: ConceptIndex,
  concept: Concept,
  { fields }: Relationship,
): string | undefined {
  const roles = Array.isArray(fields.roles) ? fields.roles : [];
  const named = roles.flatMap((role) => textOf((role as JsonObject).concept) ?? []);
  const others = named.filter((each) => resolveConcept(index, each) !== concept);
  return others.at(-1) ?? named.at(-1);
}

/** The type of a built-in concept, or of the one that a value type reaches through `extends`. */
function logicalTypeOf(index: ConceptIndex, named: string): string | undefined {
  const seen = new Set<string>();
  const waiting = [named];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const concept = resolveConcept(index, next);
    if (!concept && Object.hasOwn(logicalTypes, next)) return logicalTypes[next];
    for (const parent of parentsOf(concept)) waiting.push(parent);
  }
  return undefined;
}

function parentsOf(concept: Concept | undefined): string[] {
  const parents = concept?.fields.extends;
  const isValue = concept?.fields.type !== 'EntityType' && Array.isArray(parents);
  return isValue ? parents.flatMap((each) => textOf(each) ?? []) : [];
}

/** What means the same in both standards. */
function detailsOf({ prefixes }: Context, fields: JsonObject): JsonObject {
  const iri = iriOf(fields, prefixes);
  const details: [string, Json | undefined][] = [
    ['classification', textOf(fields.classification)],
    ['tags', Array.isArray(fields.tags) ? fields.tags : undefined],
    ['examples', Array.isArray(fields.examples) ? fields.examples : undefined],
    ['required', typeof fields.required === 'boolean' ? fields.required : undefined],
    ['unique', typeof fields.unique === 'boolean' ? fields.unique : undefined],
  ];
  if (iri !== undefined)
    details.push(['authoritativeDefinitions', [{ type: 'semantics', url: iri }]]);
  return compact(
    Object.fromEntries(details.filter(([, value]) => value !== undefined)) as JsonObject,
  );
}

function compact(members: Record<string, Json | undefined>): JsonObject {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as JsonObject;
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
