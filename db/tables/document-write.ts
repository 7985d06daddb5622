import type { DocumentReference } from '../../domain/kinds/kind.ts';
import { newId } from '../../lib/ids.ts';
import type { RecordedChange } from './contract-changes.ts';
import { eventData, toEventList } from './document-events.ts';
import type { FurtherEvent } from './document-events.ts';
import type { DocumentKey } from './documents.ts';

/** What one revision writes; `search` is the text of the tsvector by which it is found. */
export type DocumentWrite = DocumentKey & {
  ownerId: string | undefined;
  name: string;
  status: string | undefined;
  tags: readonly string[];
  search: string;
  /** Of the description, what answers of the search show. */
  description: string;
  archetype?: string | undefined;
  contentHash: Buffer;
  body: string;
  source: string | undefined;
  principal: string;
  requestId: string | undefined;
  eventType: string;
  now: Date;
  /** Undefined for kinds that never name other documents: their writes cost nothing more then. */
  references: readonly DocumentReference[] | undefined;
  /** What a new revision changes, for kinds that record it; it is looked at by `updateDocument` only. */
  change?: RecordedChange | undefined;
  /** Written for kinds that name others only. */
  furtherEvents?: readonly FurtherEvent[] | undefined;
};

/** Of the parameters that all statements of a write begin with; `tagsColumn` and `bodyColumn` of the batches are among them. */
export function writeValues(write: DocumentWrite): unknown[] {
  return [
    write.organizationId,
    write.kind,
    write.id,
    write.ownerId,
    write.name,
    write.status,
    write.tags,
    write.search,
    write.contentHash,
    write.body,
    write.source,
    write.now,
    write.principal,
    newId(),
    write.eventType,
    write.requestId,
    eventData(write.id, write.now),
    write.description,
    write.archetype,
  ];
}

/** What only the statements for kinds that name others read. */
export function referringValues({
  id,
  now,
  references,
  furtherEvents = [],
}: DocumentWrite): string[] {
  return [JSON.stringify(references ?? []), toEventList(furtherEvents, { id, now, ends: false })];
}
