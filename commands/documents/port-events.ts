import type { Db } from '../../db/connect.ts';
import type { FurtherEvent } from '../../db/tables/document-events.ts';
import { findDocumentRevision } from '../../db/tables/document-revisions.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { canonicalJson } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';

type Change = {
  key: DocumentKey;
  /** What is replaced or deleted; undefined for a new document. */
  replaced: { revision: number } | undefined;
  /** What it becomes; undefined when it is deleted. */
  document: JsonObject | undefined;
};

/**
 * Events of the ports of a document that changes: created and updated ones in the order of the document, then those that
 * are gone. Kinds without ports have none and cost no statement; others one, for the revision that is replaced.
 */
export async function portEvents(
  db: Db,
  { ports }: DocumentKind,
  { key, replaced, document }: Change,
): Promise<FurtherEvent[]> {
  if (ports === undefined) return [];
  const body =
    replaced === undefined
      ? undefined
      : await findDocumentRevision(db, { ...key, revision: replaced.revision });
  const before = ports.list(body === undefined ? {} : (JSON.parse(body) as JsonObject));
  const after = ports.list(document ?? {});
  const written = [...after].flatMap(([outputPortId, port]) => {
    const old = before.get(outputPortId);
    if (old === undefined) return [{ type: ports.events.created, data: { outputPortId } }];
    if (canonicalJson(old) === canonicalJson(port)) return [];
    return [{ type: ports.events.updated, data: { outputPortId } }];
  });
  const gone = [...before.keys()]
    .filter((outputPortId) => !after.has(outputPortId))
    .map((outputPortId) => ({ type: ports.events.deleted, data: { outputPortId } }));
  return [...written, ...gone];
}
