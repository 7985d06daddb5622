import type { Json, JsonObject } from '../../lib/json.ts';
import { metadataOf } from './ontology.ts';
import type { Concept, Ontology, Relationship } from './ontology.ts';

/** Prefix → address. */
export type Prefixes = Readonly<Record<string, string>>;

/** A concept, or one of its relationships. */
export type Linked = { concept: Concept; relationship?: Relationship };

/** The full address that a concept or relationship has been given: a QName is expanded by the document's prefixes. */
export function iriOf(fields: JsonObject, prefixes: Prefixes): string | undefined {
  const written = writtenIri(fields);
  return written === undefined ? undefined : expandIri(written, prefixes);
}

function writtenIri(fields: JsonObject): string | undefined {
  const custom = fields.custom_properties;
  const own = [fields.iri, fields.uri, memberOf(custom, 'iri'), memberOf(custom, 'uri')];
  return own.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The address before and after, when it is written as before but other prefixes make another one of it. */
export function movedIri(
  from: JsonObject,
  to: JsonObject,
  prefixes: { from: Prefixes; to: Prefixes },
): { from: string; to: string } | undefined {
  const written = writtenIri(from);
  if (written === undefined || written !== writtenIri(to)) return undefined;
  const [before, after] = [expandIri(written, prefixes.from), expandIri(written, prefixes.to)];
  return before === after ? undefined : { from: before, to: after };
}

/** `ex:Order` by the prefix `ex`; what has no known prefix stays as it is. */
export function expandIri(written: string, prefixes: Prefixes): string {
  const colon = written.indexOf(':');
  const prefix = written.slice(0, colon);
  if (colon === -1 || !Object.hasOwn(prefixes, prefix)) return written;
  return `${prefixes[prefix]}${written.slice(colon + 1)}`;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Every address that the document gives, with what it stands for, in the order of the document. */
export function listIris(ontology: Ontology): (Linked & { iri: string })[] {
  const { prefixes } = metadataOf(ontology);
  return ontology.concepts.flatMap((concept) => {
    const own = iriOf(concept.fields, prefixes);
    return [
      ...(own === undefined ? [] : [{ iri: own, concept }]),
      ...concept.relationships.flatMap((relationship) => {
        const iri = iriOf(relationship.fields, prefixes);
        return iri === undefined ? [] : [{ iri, concept, relationship }];
      }),
    ];
  });
}

/** What an address, or a QName by the document's prefixes, stands for; the first of several. */
export function findByIri(ontology: Ontology, iri: string): Linked | undefined {
  const wanted = expandIri(iri, metadataOf(ontology).prefixes);
  const found = listIris(ontology).find((each) => each.iri === wanted);
  if (!found) return undefined;
  const { concept, relationship } = found;
  return { concept, ...(relationship && { relationship }) };
}

/** What the last part of a link names: a concept by id or name, or `<concept>.<relationship>`. */
export function findByLink(ontology: Ontology, link: string): Linked | undefined {
  const { concepts } = ontology;
  const whole = concepts.find(isCalled(link)) ?? concepts.find(({ name }) => name === link);
  if (whole) return { concept: whole };
  for (let dot = link.indexOf('.'); dot !== -1; dot = link.indexOf('.', dot + 1)) {
    const [owner, own] = [link.slice(0, dot), link.slice(dot + 1)];
    const concept = concepts.find(isCalled(owner)) ?? concepts.find(({ name }) => name === owner);
    const relationship = concept?.relationships.find(
      ({ identity, name }) => identity === link || identity === own || name === own,
    );
    if (concept && relationship) return { concept, relationship };
  }
  return undefined;
}

const isCalled =
  (wanted: string) =>
  ({ identity }: { identity: string }): boolean =>
    identity === wanted;
