import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  changeRequestEvents,
  changeRequestKind,
} from '../../domain/change-requests/change-request.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { ChangeRequestStep } from './read-change-request.ts';

/** Records the event of a step, whose change request the transaction has written or locked. */
export async function recordStep(
  tx: Tx,
  what: keyof typeof changeRequestEvents,
  { id, principal, requestId, now }: Omit<ChangeRequestStep, 'preconditions'>,
  about: {
    kind: string;
    documentId: string;
    note?: string | undefined;
    branch?: string | null | undefined;
  },
): Promise<void> {
  const { kind, documentId, note, branch } = about;
  const data = {
    kind: kindNamed(kind).collection,
    documentId,
    ...(note !== undefined && { note }),
    ...(branch != null && { branch }),
  };
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type: changeRequestEvents[what],
    subjectKind: changeRequestKind,
    subjectId: id,
    principal: principal.name,
    requestId,
    public: true,
    data,
    now,
  });
}
