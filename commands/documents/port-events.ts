import type { FurtherEvent } from '../../db/tables/document-events.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { canonicalJson } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';

/**
 * Events of the ports of a document that changes: created and updated ones in the order of the document, then those that
 * are gone. `before` is the JSON text that is replaced or deleted, undefined for a new document; `document` is undefined
 * when it is deleted. Kinds without ports have none.
 */
export function portEvents(
  { ports }: DocumentKind,
  before: string | undefined,
  document: JsonObject | undefined,
): FurtherEvent[] {
  if (ports === undefined) return [];
  const old = ports.list(before === undefined ? {} : (JSON.parse(before) as JsonObject));
  const after = ports.list(document ?? {});
  const written = [...after].flatMap(([outputPortId, port]) => {
    const replaced = old.get(outputPortId);
    if (replaced === undefined) return [{ type: ports.events.created, data: { outputPortId } }];
    if (canonicalJson(replaced) === canonicalJson(port)) return [];
    return [{ type: ports.events.updated, data: { outputPortId } }];
  });
  const gone = [...old.keys()]
    .filter((outputPortId) => !after.has(outputPortId))
    .map((outputPortId) => ({ type: ports.events.deleted, data: { outputPortId } }));
  return [...written, ...gone];
}
