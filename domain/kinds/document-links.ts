import { hash } from 'node:crypto';
import { isObject } from '../../lib/json/json.ts';
import { listDefinitionLinks } from '../standards/odcs/linked-definitions.ts';

/** A link of a document to a concept: its path in the document, its name and its address. */
export type ConceptLink = { path: string; name: string | null; url: string };

/** A document that links to a concept, and the links. */
export type Usage = {
  kind: string;
  id: string;
  name: string;
  ownerId: string | null;
  fields: ConceptLink[];
};

/** `semantic` is an older spelling. */
const linkTypes: readonly unknown[] = ['semantics', 'semantic'];

/** All links of a contract or product to concepts, at all depths. */
export function listConceptLinks(document: unknown): ConceptLink[] {
  const links: ConceptLink[] = [];
  visit(document, '', links);
  return links;
}

function visit(value: unknown, path: string, links: ConceptLink[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) visit(entry, `${path}[${index}]`, links);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'authoritativeDefinitions') noteLinks(value, path, links);
    else if (typeof member === 'object') visit(member, path ? `${path}.${name}` : name, links);
  }
}

function noteLinks(holder: Record<string, unknown>, path: string, links: ConceptLink[]): void {
  const { authoritativeDefinitions: definitions, name, id } = holder;
  if (!Array.isArray(definitions)) return;
  const named = [name, id].find((text) => typeof text === 'string');
  for (const definition of definitions as unknown[]) {
    if (!isObject(definition) || !linkTypes.includes(definition.type)) continue;
    const { url } = definition;
    if (typeof url === 'string' && url !== '') links.push({ path, name: named ?? null, url });
  }
}

// Each dot may start the name of a property; without a limit, the cost would grow with the square of the
// length.
const maxUrlLength = 2_000;
const maxDots = 16;

const conceptPath = /\/semantics\/([^/?#]+)\/([^?#]+)$/;

/**
 * The possible targets of a link, as texts to compare: `<namespace>/<concept>` of a Concordat address, whatever
 * its host and organization, else the IRI; and both without `.<property>`. A URL of more than 2,000 characters
 * has no target, and only its last 16 dots are considered.
 */
export function targetsOf(url: string): string[] {
  if (url.length > maxUrlLength) return [];
  const own = splitConceptUrl(url);
  const target = own ? `${own.namespace}/${own.concept}` : url;
  const dots = [...target.matchAll(/\./g)].map(({ index }) => index);
  const start = target.lastIndexOf('/');
  const ends = dots.filter((dot) => dot > start + 1).slice(-maxDots);
  return [target, ...ends.map((dot) => target.slice(0, dot))];
}

/** Namespace and concept of a Concordat address, whatever its host and organization. */
export function splitConceptUrl(url: string): { namespace: string; concept: string } | undefined {
  const [, namespace, concept] = conceptPath.exec(url) ?? [];
  return namespace && concept
    ? { namespace: decode(namespace), concept: decode(concept) }
    : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The search word for a link to a target. */
export function targetWord(target: string): string {
  return hash('sha256', target, 'base64url').slice(0, 22);
}

/** The targets of all links of a document to concepts, each once. */
export function conceptTargets(document: unknown): string[] {
  return [...new Set(listConceptLinks(document).flatMap(({ url }) => targetsOf(url)))];
}

/** The search words of all links of a document to concepts. */
export function linkWords(document: unknown): string[] {
  return conceptTargets(document).map(targetWord);
}

/** All targets that mean a concept: its id and name, as its own or as a property of others, and its IRI. */
export function namesOfConcept(
  namespace: string,
  concept: { id: string; name: string; iri: string | null },
  holders: readonly { id: string; name: string }[],
): string[] {
  const own = [concept.id, concept.name];
  const ofOthers = holders.flatMap((holder) =>
    [holder.id, holder.name].flatMap((one) => own.map((name) => `${one}.${name}`)),
  );
  const names = [...own, ...ofOthers].map((name) => `${namespace}/${name}`);
  return [...new Set([...names, ...(concept.iri === null ? [] : [concept.iri])])];
}

const definitionPath = /(?:^|\/)definitions\/([^?#]+)/;

/** Id of the definition that a link names by its page or its resource, whatever its host and organization. */
export function definitionIdOf(url: string): string | undefined {
  if (url.length > maxUrlLength) return undefined;
  const [, id] = definitionPath.exec(url) ?? [];
  return id === undefined ? undefined : decode(id);
}

/** The IRI in the address of a look-up (`/api/semantics?iri=…`); every other address is an IRI itself. */
export function iriOfLink(url: string): string {
  if (url.length > maxUrlLength || !url.includes('/api/semantics?')) return url;
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('iri') ?? url;
}

/** The text by which contracts that link a definition are found, as concepts are by `targetsOf`. */
export function definitionTarget(id: string): string {
  return `definitions ${id}`;
}

/** All targets that a link of a property may have: a definition stored here, or a concept. */
function linkTargets(url: string): string[] {
  const id = definitionIdOf(url);
  const concepts = targetsOf(iriOfLink(url));
  return id === undefined ? concepts : [definitionTarget(id), ...concepts];
}

/** The search words of everything that a contract links: concepts at all depths, and the definitions of its properties. */
export function contractLinkWords(
  contract: unknown,
  concepts: readonly string[] = conceptTargets(contract),
): string[] {
  const links = isObject(contract) ? listDefinitionLinks(contract) : [];
  const targets = links.flatMap(({ url }) => linkTargets(url));
  return [...new Set([...concepts, ...targets])].map(targetWord);
}
