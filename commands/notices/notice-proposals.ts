import type { Db } from '../../db/connect.ts';
import { listNoticedProposals } from '../../db/views/notices/noticed-proposals.ts';
import type { NoticedProposal } from '../../db/views/notices/noticed-proposals.ts';
import type { NoticedEvent } from '../../db/views/notices/noticed-events.ts';
import { changeRequestEvents } from '../../domain/change-requests/change-request.ts';
import type { NoticeKind, NoticeRecipient } from '../../domain/notices/notice.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { listDeciders } from './notice-audience.ts';
import { toNotice } from './to-notice.ts';
import type { DraftNotice } from './to-notice.ts';

/** What each event of a change request tells, and to whom. */
const notices: Readonly<
  Record<string, { kind: NoticeKind; to: 'deciders' | 'proposer' | 'both' }>
> = {
  [changeRequestEvents.created]: { kind: 'change-proposed', to: 'deciders' },
  [changeRequestEvents.updated]: { kind: 'change-edited', to: 'both' },
  [changeRequestEvents.commented]: { kind: 'change-commented', to: 'both' },
  [changeRequestEvents.accepted]: { kind: 'change-accepted', to: 'proposer' },
  [changeRequestEvents.declined]: { kind: 'change-declined', to: 'proposer' },
};

/** Notices of proposed changes to those who may save the document, and of their answers to the proposer. */
export async function noticeProposals(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NoticedEvent[],
): Promise<DraftNotice[]> {
  const ours = events.filter(({ type }) => type in notices);
  const ids = [...new Set(ours.map(({ subjectId }) => subjectId))];
  const proposals = await listNoticedProposals(db, organizationId, ids);
  const drafts: DraftNotice[] = [];
  for (const event of ours) {
    const proposal = proposals.find(({ id }) => id === event.subjectId);
    const notice = notices[event.type];
    if (!proposal || !notice) continue;
    // Decided before its notice was made: nothing waits any more.
    if (notice.to === 'deciders' && proposal.status !== 'open') continue;
    const candidates = await listAudience(db, organizationId, proposal, notice.to);
    const { note } = JSON.parse(event.data) as { note?: string };
    const details = {
      name: proposal.documentName,
      title: proposal.title,
      note: note?.slice(0, 500),
    };
    drafts.push(toNotice(event, { kind: notice.kind, details, candidates }));
  }
  return drafts;
}

/** Ids of change requests that no longer wait for a decision. */
export function listDecidedProposals(events: readonly NoticedEvent[]): string[] {
  return events.filter(({ type }) => decisions.has(type)).map(({ subjectId }) => subjectId);
}

const decisions: ReadonlySet<string> = new Set([
  changeRequestEvents.accepted,
  changeRequestEvents.declined,
  changeRequestEvents.withdrawn,
]);

async function listAudience(
  db: Db,
  organizationId: OrganizationId,
  { proposer, ownerId }: NoticedProposal,
  to: 'deciders' | 'proposer' | 'both',
): Promise<NoticeRecipient[]> {
  const own: NoticeRecipient[] =
    to === 'deciders' ? [] : [{ recipient: proposer, reason: 'proposer' }];
  if (to === 'proposer') return own;
  return [...own, ...(await listDeciders(db, organizationId, ownerId, 'RESOURCES_EDIT'))];
}
