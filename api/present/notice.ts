import type { Static } from '@sinclair/typebox';
import type { NoticesOf, ReadNotice } from '../../db/tables/notices/notices.ts';
import { collectionOf } from '../../domain/notices/followed-kinds.ts';
import { readerOf, recipientsOf } from '../../domain/notices/reader.ts';
import type { Principal } from '../../domain/principal.ts';
import type { noticeListSchema } from '../schemas/ui/notices.ts';

/** The notices that the principal reads. */
export function noticesOf(principal: Principal): NoticesOf {
  const { organizationId, name } = principal;
  const reader = readerOf(principal);
  return { organizationId, reader, recipients: recipientsOf(principal), principal: name };
}

/** A notice as the API answers it, with the name of its principal. */
export function presentNotice(
  notice: ReadNotice & { principalName: string | null },
): Static<typeof noticeListSchema>['notices'][number] {
  const { id, kind, reason, subjectKind, subjectId, details, at, isRead } = notice;
  const { principal, principalName } = notice;
  return {
    id,
    kind,
    reason,
    subjectKind: collectionOf(subjectKind),
    subjectId,
    principal,
    principalName,
    details: details as Static<typeof noticeListSchema>['notices'][number]['details'],
    at: at.toISOString(),
    read: isRead,
  };
}
