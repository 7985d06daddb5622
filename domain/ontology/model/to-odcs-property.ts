import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { iriOf } from './concept-iris.ts';
import { metadataOf, resolveConcept } from '../ontology.ts';
import type { Concept, ConceptIndex, Ontology, Relationship, Linked } from '../ontology.ts';

/** ODCS types by the built-in concept that a value type reaches through `extends`. */
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
 * A concept, or a relationship as a property of its concept, as a property of a data contract, for clients that
 * check links. An entity is an object with its value properties. `url` is the address of its page.
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
  const { identity, name, relationships } = concept;
  const fields = withCustom(concept.fields);
  const isEntity = fields.type === 'EntityType';
  const properties = isEntity
    ? relationships.flatMap((each) => valueProperty(context, concept, each) ?? [])
    : [];
  return compact({
    name: identity,
    businessName: textOf(fields.business_name) ?? name,
    logicalType: statedType(context.index, concept),
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
  const { name } = relationship;
  const fields = withCustom(relationship.fields);
  const target = targetOf(context.index, concept, relationship);
  const found = target === undefined ? undefined : resolveConcept(context.index, target);
  const ofTarget = found && withCustom(found.fields);
  return compact({
    name,
    businessName: textOf(fields.business_name) ?? textOf(ofTarget?.business_name) ?? name,
    logicalType: textOf(fields.data_type) ?? typeOfTarget(context.index, target, found),
    description: textOf(fields.description) ?? textOf(ofTarget?.description),
    ...(ofTarget && detailsOf(context, ofTarget)),
    ...detailsOf(context, fields),
  });
}

/** A relationship that gives its concept a value; others lead to separate entities. */
function valueProperty(
  context: Context,
  concept: Concept,
  relationship: Relationship,
): JsonObject | undefined {
  const target = targetOf(context.index, concept, relationship);
  const found = target === undefined ? undefined : resolveConcept(context.index, target);
  const type = typeOfTarget(context.index, target, found);
  return type !== undefined && found?.fields.type !== 'EntityType'
    ? relationshipProperty(context, concept, relationship)
    : undefined;
}

/** The target concept of a relationship: its last role that is not the concept itself, else its last role. */
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

/** The `data_type` of a concept as it was given; else an entity is an object, and a value type has the type of its parents. */
function statedType(index: ConceptIndex, { name, fields }: Concept): string | undefined {
  const stated = textOf(withCustom(fields).data_type);
  if (stated !== undefined) return stated;
  return fields.type === 'EntityType' ? 'object' : logicalTypeOf(index, name);
}

function typeOfTarget(
  index: ConceptIndex,
  target: string | undefined,
  found: Concept | undefined,
): string | undefined {
  return found ? statedType(index, found) : target && logicalTypeOf(index, target);
}

/** Members of an entry; PUTs of single concepts write most of them below `custom_properties`. */
function withCustom(fields: JsonObject): JsonObject {
  const custom = fields.custom_properties;
  return isObject(custom) ? { ...custom, ...fields } : fields;
}

/** The type of a built-in concept, or of the built-in concept that a value type reaches through `extends`. */
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

/** Members with the same meaning in both standards. */
function detailsOf({ prefixes }: Context, fields: JsonObject): JsonObject {
  const iri = iriOf(fields, prefixes);
  const details: [string, Json | undefined][] = [
    ['classification', textOf(fields.classification)],
    ['tags', Array.isArray(fields.tags) ? fields.tags : undefined],
    ['examples', Array.isArray(fields.examples) ? fields.examples : undefined],
    ['required', typeof fields.required === 'boolean' ? fields.required : undefined],
    ['unique', typeof fields.unique === 'boolean' ? fields.unique : undefined],
    ['enum', enumOf(fields.enum)],
    ['logicalTypeOptions', textOf(fields.pattern) && { pattern: fields.pattern as string }],
  ];
  if (iri !== undefined)
    details.push(['authoritativeDefinitions', [{ type: 'semantics', url: iri }]]);
  return compact(
    Object.fromEntries(details.filter(([, value]) => value !== undefined)) as JsonObject,
  );
}

function enumOf(values: Json | undefined): Json | undefined {
  return Array.isArray(values) && values.length > 0
    ? values.map((value) => ({ value }))
    : undefined;
}

function compact(members: Record<string, Json | undefined>): JsonObject {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as JsonObject;
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
