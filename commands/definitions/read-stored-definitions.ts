import type { Db } from '../../db/connect.ts';
import { listDefinitionsAt } from '../../db/tables/documents/definitions.ts';
import { definitionIdOf, iriOfLink } from '../../domain/kinds/document-links.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { definitionToOdcs } from '../../domain/semantics/definition-to-odcs.ts';
import type { LinkedDefinitions } from '../../domain/standards/odcs/linked-definitions.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { findOdcsPropertyByIri } from '../semantics/find-odcs-property.ts';

/** Maximum number of different links of one contract that are read. */
export const maxLinks = 500;

/**
 * The definitions among what links name, as properties of ODCS, in one statement; concepts, and links after the first 500, are absent.
 */
export async function readLinkedDefinitions(
  db: Db,
  organizationId: OrganizationId,
  urls: Iterable<string>,
): Promise<LinkedDefinitions> {
  const wanted = [...new Set(urls)].slice(0, maxLinks);
  const ids = wanted.flatMap((url) => definitionIdOf(url) ?? []);
  if (ids.length === 0) return {};
  const stored = await listDefinitionsAt(db, organizationId, [...new Set(ids)], undefined);
  const bodies = new Map(stored.map(({ id, body }) => [id, body]));
  const found = wanted.flatMap((url) => {
    const body = bodies.get(definitionIdOf(url) ?? '');
    const property = body && definitionToOdcs(JSON.parse(body) as JsonObject, url);
    return property ? [[url, property] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * The definitions and concepts of this organization that links name, as properties of ODCS: definitions as they were at an
 * instant or are now, concepts as they are now. Links to anything else, and those after the first 500, are absent.
 */
export async function readStoredDefinitions(
  db: Db,
  organizationId: OrganizationId,
  { urls, at }: { urls: Iterable<string>; at?: Date | undefined },
): Promise<LinkedDefinitions> {
  const wanted = [...new Set(urls)].slice(0, maxLinks);
  const ids = wanted.flatMap((url) => definitionIdOf(url) ?? []);
  const stored = await listDefinitionsAt(db, organizationId, [...new Set(ids)], at);
  const bodies = new Map(stored.map(({ id, body }) => [id, body]));
  const found: [string, JsonObject][] = [];
  for (const url of wanted) {
    const body = bodies.get(definitionIdOf(url) ?? '');
    const property =
      body === undefined
        ? await findOdcsPropertyByIri(db, organizationId, iriOfLink(url), '')
        : definitionToOdcs(JSON.parse(body) as JsonObject, url);
    if (property) found.push([url, property]);
  }
  return Object.fromEntries(found);
}
