import { namespaces } from './vocabulary.ts';

/** Splits an IRI after its last non-final `#` or `/` (or `:`). */
export function splitIri(iri: string): { namespace: string; local: string } {
  const [, namespace = '', local = ''] = /^(.*[#/:])([^#/:]+)[#/]*$/s.exec(iri) ?? [];
  return { namespace, local };
}

/** The last part of an IRI in readable form; may be empty. */
export function readableName(iri: string): string {
  const { local } = splitIri(iri);
  try {
    return clean(decodeURIComponent(local));
  } catch {
    return clean(local);
  }
}

const maxNameLength = 256;

/** A text in the form of a name: one line, no control characters, limited length. */
export function clean(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1).toWellFormed()}…` : line;
}

/** An id as the last part of an address. */
export const encodeId = (id: string): string => encodeURIComponent(id.toWellFormed());

const isPlain = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u;

export type QNames = {
  /** A QName, or the IRI itself if no prefix fits. */
  compact: (iri: string) => string;
  /** The prefix of a namespace, if it has one. */
  prefixOf: (namespace: string) => string | undefined;
  /** Prefixes used in QNames so far, in order. */
  used: () => Record<string, string>;
};

/** Shortens IRIs with these prefixes, and with well-known ones. */
export function createQNames(declared: Readonly<Record<string, string>>, home?: Home): QNames {
  const byNamespace = new Map<string, string>();
  const taken = new Set<string>();
  const add = (prefix: string, namespace: string): void => {
    if (prefix === '' || taken.has(prefix) || byNamespace.has(namespace)) return;
    taken.add(prefix);
    byNamespace.set(namespace, prefix);
  };
  const sorted = Object.entries(declared).toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [prefix, namespace] of sorted) add(prefix, namespace);
  for (const [prefix, namespace] of Object.entries(namespaces)) add(prefix, namespace);
  if (home) add(taken.has(home.prefix) ? `${home.prefix}-ns` : home.prefix, home.namespace);
  const used = new Map<string, string>();
  const compact = (iri: string): string => {
    const { namespace, local } = splitIri(iri);
    const prefix = byNamespace.get(namespace);
    if (prefix === undefined || !isPlain.test(local)) return iri;
    used.set(prefix, namespace);
    return `${prefix}:${local}`;
  };
  return {
    compact,
    prefixOf: (namespace) => byNamespace.get(namespace),
    used: () => Object.fromEntries([...used].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** A namespace, with its prefix unless the document declares one. */
export type Home = { prefix: string; namespace: string };

const isAbsolute = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]*$/u;

/** The IRI of a QName or IRI in a document; undefined for other texts. */
export function expandName(
  name: string,
  prefixes: Readonly<Record<string, string>>,
): string | undefined {
  const colon = name.indexOf(':');
  if (colon === -1) return undefined;
  const prefix = name.slice(0, colon);
  const known: Readonly<Record<string, string>> = namespaces;
  const namespace = [prefixes, known].find((map) => Object.hasOwn(map, prefix))?.[prefix];
  const iri =
    namespace === undefined || name.startsWith('//', colon + 1)
      ? name
      : namespace + name.slice(colon + 1);
  return isAbsolute.test(iri) ? iri : undefined;
}
