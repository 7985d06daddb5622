import type { Db } from '../../db/connect.ts';
import { listChangedConcepts } from '../../db/views/notices/changed-documents.ts';
import type { NoticedEvent } from '../../db/views/notices/noticed-events.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { namespaceEvents } from '../../domain/semantics/semantic-events.ts';
import { semanticConcept } from '../../domain/semantics/semantic-concept.ts';
import { noticeIdOf } from './notice-id.ts';
import { toNotice } from './to-notice.ts';
import type { DraftNotice } from './to-notice.ts';

/** Notices of changed and deleted concepts to their followers, one for each concept. */
export async function noticeConcepts(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NoticedEvent[],
): Promise<DraftNotice[]> {
  const drafts: DraftNotice[] = [];
  for (const event of events) {
    if (event.type !== namespaceEvents.updated && event.type !== namespaceEvents.deleted) continue;
    const { revision } = JSON.parse(event.data) as { revision?: number };
    const namespace = event.subjectId;
    const changed = await listChangedConcepts(db, organizationId, { namespace, revision });
    for (const { id, name, reader } of changed) {
      drafts.push({
        ...toNotice(event, {
          kind: name === null ? 'document-deleted' : 'document-changed',
          subjectKind: semanticConcept.name,
          subjectId: id,
          details: { name: name ?? undefined },
          candidates: [{ recipient: reader, reason: 'follow' }],
        }),
        // A revision changes many concepts, and each notice of a reader has its own id.
        id: noticeIdOf(`${event.id} ${id}`),
      });
    }
  }
  return drafts;
}
