import { isObject } from '../../lib/json/json.ts';
import { listDefinitionLinks } from '../standards/odcs/linked-definitions.ts';
import { conceptTargets, targetsOf, targetWord } from './concept-links.ts';

const maxUrlLength = 2_000;

const definitionPath = /(?:^|\/)definitions\/([^?#]+)/;

/** Id of the definition that a link names by its page or its resource, whatever its host and organization. */
export function definitionIdOf(url: string): string | undefined {
  if (url.length > maxUrlLength) return undefined;
  const [, id] = definitionPath.exec(url) ?? [];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
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
