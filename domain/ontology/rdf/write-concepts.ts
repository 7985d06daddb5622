import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { iriTerm, literalTerm } from '../../../lib/rdf/rdf.ts';
import { resolveConcept } from '../ontology.ts';
import type { Concept } from '../ontology.ts';
import { readableName } from './names.ts';
import { objectOf, textOf, writeDomain, writeMultiplicity, writerOf } from './triple-writer.ts';
import type { Export, ThingWriter } from './triple-writer.ts';
import { builtInOf, datatypeOf, iriOf } from './vocabulary.ts';
import { without, writeCustomProperties } from './write-custom.ts';

/** Writes a concept without its relationships. */
export function writeConcept(context: Export, concept: Concept): void {
  const { fields, name } = concept;
  const iri = context.iris.get(concept) ?? context.baseIri;
  const writer = writerOf(context, iri);
  const attachment = context.attached.get(concept);
  const isValue = fields.type === 'ValueType';
  const type = attachment ? 'owl:DatatypeProperty' : isValue ? 'rdfs:Datatype' : 'owl:Class';
  writer.add('rdf:type', iriTerm(iriOf(type)));
  if (attachment) writeMultiplicity(writer, attachment.multiplicity);
  if (attachment) {
    writeDomain(
      context,
      writer,
      attachment.owners.map((owner) => context.iris.get(owner) ?? ''),
    );
  }
  writeTexts(writer, name, fields);
  const range = exactRange(context, concept);
  writeExtends(context, writer, concept, range);
  if (range !== undefined) writer.add('rdfs:range', iriTerm(range));
  writeIdentity(context, writer, concept.identity, fields);
  writeOwn(writer, fields, ['concept', 'type', 'extends']);
  const custom =
    range === undefined
      ? fields.custom_properties
      : without(fields.custom_properties, 'rdfs:range');
  writeCustomProperties(context, writer, custom, {
    name,
    description: textOf(fields.description),
  });
}

/** Writes name, description and whether it is deprecated. */
export function writeTexts(writer: ThingWriter, name: string, fields: JsonObject): void {
  writer.add('rdfs:label', literalTerm(name));
  const description = textOf(fields.description);
  if (description !== undefined) writer.add('rdfs:comment', literalTerm(description));
  if (fields.status === 'deprecated') {
    writer.add('owl:deprecated', literalTerm('true', iriOf('xsd:boolean')));
  }
}

/** Writes the id unless the address implies it, and the address unless it was stated. */
export function writeIdentity(
  { names }: Export,
  writer: ThingWriter,
  identity: string,
  fields: JsonObject,
): void {
  if (readableName(writer.iri) !== identity) writer.own('id', identity);
  if (textOf(fields.iri) === undefined) return;
  const isSame = fields.iri === names.compact(writer.iri) || fields.iri === writer.iri;
  if (!isSame) writer.own('iri', fields.iri);
}

const written = new Set(['id', 'name', 'description', 'iri', 'custom_properties', 'relationships']);

/** Writes the remaining members as statements with Concordat's own terms. */
export function writeOwn(writer: ThingWriter, fields: JsonObject, others: readonly string[]): void {
  for (const [member, value] of Object.entries(fields)) {
    if (written.has(member) || others.includes(member)) continue;
    if (member !== 'status' || value !== 'deprecated') writer.own(member, value);
  }
  if (fields.description === '') writer.own('description', '');
}

/** The datatype in the range of a property, if narrower than the built-in concept. */
function exactRange({ attached }: Export, concept: Concept): string | undefined {
  const range = objectOf(concept.fields.custom_properties)['rdfs:range'];
  if (!attached.has(concept) || typeof range !== 'string') return undefined;
  const builtIn = builtInOf(range);
  const [extended, ...others] = listOf(concept.fields.extends);
  const isSame = builtIn?.isExact === false && others.length === 0 && builtIn.name === extended;
  return isSame ? range : undefined;
}

export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Writes what a concept extends, also with Concordat's own term where the import would read it differently. */
function writeExtends(
  context: Export,
  writer: ThingWriter,
  concept: Concept,
  range: string | undefined,
): void {
  const entries = concept.fields.extends;
  if (entries === undefined) return;
  const list = listOf(entries);
  const targets = list.map((entry) => extended(context, concept, entry));
  const predicate = context.attached.has(concept) ? 'rdfs:range' : 'rdfs:subClassOf';
  for (const target of new Set(targets)) {
    if (target && range === undefined) writer.add(predicate, iriTerm(target.iri));
  }
  const isSame = list.length > 0 && new Set(list).size === list.length;
  if (!isSame || !targets.every((target) => target?.isExact)) writer.own('extends', entries);
}

/** The address of an extended concept; `isExact` when the import would name it the same. */
function extended(
  { index, iris }: Export,
  concept: Concept,
  entry: Json,
): { iri: string; isExact: boolean } | undefined {
  if (typeof entry !== 'string') return undefined;
  const target = resolveConcept(index, entry);
  const iri = target
    ? iris.get(target)
    : Object.hasOwn(datatypeOf, entry)
      ? datatypeOf[entry]
      : undefined;
  if (iri === undefined || target === concept) return undefined;
  return { iri, isExact: !target || target.identity === entry };
}
