import type { JsonObject } from '../../../lib/json/json.ts';
import type { People } from './people.ts';
import { asJson } from './as-json.ts';

/** A document that one person stored and another one deleted: the page of its address says so. */
export type DeletedDocument = {
  collection: string;
  storedBy: string;
  deletedBy: string;
  body: JsonObject & { id: string };
};

/** Stores and deletes the documents. */
export async function storeDeleted(
  people: People,
  documents: readonly DeletedDocument[],
): Promise<void> {
  for (const { collection, storedBy, deletedBy, body } of documents) {
    const path = `/api/${collection}/${body.id}`;
    await people.as(storedBy)('PUT', path, asJson(body));
    await people.as(deletedBy)('DELETE', path);
  }
}
