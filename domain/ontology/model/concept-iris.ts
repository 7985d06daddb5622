import type { Json, JsonObject } from '../../../lib/json/json.ts';

/** Prefix → address. */
export type Prefixes = Readonly<Record<string, string>>;

/** The full address of a concept or relationship: a QName is expanded by the document's prefixes. */
export function iriOf(fields: JsonObject, prefixes: Prefixes): string | undefined {
  const written = writtenIri(fields);
  return written === undefined ? undefined : expandIri(written, prefixes);
}

function writtenIri(fields: JsonObject): string | undefined {
  const custom = fields.custom_properties;
  const own = [fields.iri, fields.uri, memberOf(custom, 'iri'), memberOf(custom, 'uri')];
  return own.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The address before and after, if only the meaning of its prefix changed. */
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

/** Expands `ex:Order` by the prefix `ex`; text without a known prefix stays unchanged. */
function expandIri(written: string, prefixes: Prefixes): string {
  const colon = written.indexOf(':');
  const prefix = written.slice(0, colon);
  if (colon === -1 || !Object.hasOwn(prefixes, prefix)) return written;
  return `${prefixes[prefix]}${written.slice(colon + 1)}`;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, name) ? value[name] : undefined;
}
