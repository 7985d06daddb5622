import type { NoticedEvent } from '../../db/views/notices/noticed-events.ts';
import type { NoticeContent, NoticeRecipient } from '../../domain/notices/notice.ts';

/** A notice with everyone who might get it: the first mention of a recipient counts, and the actor gets none. */
export type DraftNotice = NoticeContent & { seq: number; candidates: readonly NoticeRecipient[] };

/** The notice of an event. */
export function toNotice(
  event: NoticedEvent,
  notice: Pick<DraftNotice, 'kind' | 'details' | 'candidates'> &
    Partial<Pick<DraftNotice, 'subjectKind' | 'subjectId'>>,
): DraftNotice {
  const { id, seq, subjectKind, subjectId, principal, at } = event;
  return { id, seq, subjectKind, subjectId, principal, at, ...notice };
}
