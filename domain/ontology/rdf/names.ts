import { namespaces } from './vocabulary.ts';

/** Splits an IRI behind its last `#` or `/` (or `:`) that something follows. */
export function splitIri(iri: string): { namespace: string; local: string } {
  const [, namespace = '', local = ''] = /^(.*[#/:])([^#/:]+)[#/]*$/s.exec(iri) ?? [];
  return { namespace, local };
}

/** The last part of an IRI as people read it; may be empty. */
export function readableName(iri: string): string {
  const { local } = splitIri(iri);
  try {
    return clean(decodeURIComponent(local));
  } catch {
    return clean(local);
  }
}

const longestName = 256;

/** A text as it may be a name: one line, no control characters, of limited length. */
export function clean(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1).toWellFormed()}…` : line;
}

/** An id as the last part of an address. */
export const encodeId = (id: string): string => encodeURIComponent(id.toWellFormed());

const isPlain = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u;

export type QNames = {
  /** A QName, or the IRI itself where no prefix fits. */
  compact: (iri: string) => string;
  /** The prefix of a namespace, when it has one. */
  prefixOf: (namespace: string) => string | undefined;
  /** Prefixes of QNames that were made, in their order. */
  used: () => Record<string, string>;
};

/** Shortens IRIs with these prefixes, and with those that everybody knows. */
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

/** A namespace that gets this prefix when the document declares none for it. */
export type Home = { prefix: string; namespace: string };

const isAbsolute = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]*$/u;

/** The IRI that a QName or IRI of a document means; undefined when it is neither. */
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
