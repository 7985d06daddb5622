import type { DocumentKind } from '../kinds/kind.ts';
import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** An event of a port, beside its document's event. */
export type PortEvent = { type: string; data: { outputPortId: string } };

/**
 * Events of the ports of a changed document: created and updated ports in the order of the document, then
 * removed ports. `before` is the replaced or deleted document, undefined for a new one; `document` is undefined
 * after a deletion. Kinds without ports have none.
 */
export function portEvents(
  { ports }: DocumentKind,
  before: JsonObject | undefined,
  document: JsonObject | undefined,
): PortEvent[] {
  if (ports === undefined) return [];
  const old = ports.list(before ?? {});
  const after = ports.list(document ?? {});
  const written = [...after].flatMap(([outputPortId, port]) => {
    const replaced = old.get(outputPortId);
    if (replaced === undefined) return [{ type: ports.events.created, data: { outputPortId } }];
    if (canonicalJson(replaced) === canonicalJson(port)) return [];
    return [{ type: ports.events.updated, data: { outputPortId } }];
  });
  const removed = [...old.keys()]
    .filter((outputPortId) => !after.has(outputPortId))
    .map((outputPortId) => ({ type: ports.events.deleted, data: { outputPortId } }));
  return [...written, ...removed];
}
