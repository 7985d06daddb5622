import type { Db } from '../../db/connect.ts';
import { listNoticedAccess } from '../../db/views/notices/noticed-access.ts';
import type { NoticedAccess } from '../../db/views/notices/noticed-access.ts';
import type { NoticedEvent } from '../../db/views/notices/noticed-events.ts';
import { accessEvents, provisioningEvents } from '../../domain/access/access-events.ts';
import type { NoticeDetails, NoticeKind, NoticeRecipient } from '../../domain/notices/notice.ts';
import { personReader } from '../../domain/notices/reader.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { listDeciders, listTeamAudience } from './notice-audience.ts';
import { toNotice } from './to-notice.ts';
import type { DraftNotice } from './to-notice.ts';

type Side = 'deciders' | 'consumer' | 'both';

/** What each event of an access tells, and to which side. */
const accessNotices: Readonly<Record<string, { kind: NoticeKind; to: Side }>> = {
  [accessEvents.requested]: { kind: 'access-requested', to: 'deciders' },
  [accessEvents.approved]: { kind: 'access-approved', to: 'consumer' },
  [accessEvents.rejected]: { kind: 'access-rejected', to: 'consumer' },
  [accessEvents.changeRequested]: { kind: 'access-change-requested', to: 'consumer' },
  [accessEvents.updated]: { kind: 'access-request-changed', to: 'deciders' },
  [accessEvents.canceled]: { kind: 'access-cancelled', to: 'both' },
  [provisioningEvents['provisioning-failed']]: { kind: 'provisioning-failed', to: 'both' },
  [provisioningEvents['deprovisioning-failed']]: { kind: 'deprovisioning-failed', to: 'both' },
};

/** Notices of requests, decisions and failed provisioning. */
export async function noticeAccess(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NoticedEvent[],
): Promise<DraftNotice[]> {
  const ours = events.filter((event) => event.type in accessNotices && !isPlainUpdate(event));
  const ids = [...new Set(ours.map(({ subjectId }) => subjectId))];
  const accesses = await listNoticedAccess(db, organizationId, ids);
  const drafts: DraftNotice[] = [];
  for (const event of ours) {
    const access = accesses.find(({ id }) => id === event.subjectId);
    const notice = accessNotices[event.type];
    if (!access || !notice) continue;
    // Decided before its notice was made: nothing waits any more.
    if (notice.to === 'deciders' && access.state !== 'requested') continue;
    const candidates = await listSide(db, organizationId, access, notice.to);
    const details = { ...detailsOf(access), ...factsOf(event) };
    drafts.push(toNotice(event, { kind: notice.kind, details, candidates }));
  }
  return drafts;
}

/** Of the updates, only the answer to a requested change is told. */
function isPlainUpdate({ type, data }: NoticedEvent): boolean {
  if (type !== accessEvents.updated) return false;
  return (JSON.parse(data) as Record<string, unknown>)['answersChangeRequest'] !== true;
}

/** Ids of accesses whose request no longer waits for a decision. */
export function listDecided(events: readonly NoticedEvent[]): string[] {
  return events.filter(({ type }) => decisions.has(type)).map(({ subjectId }) => subjectId);
}

const decisions: ReadonlySet<string> = new Set([
  accessEvents.approved,
  accessEvents.rejected,
  accessEvents.canceled,
  accessEvents.deleted,
]);

async function listSide(
  db: Db,
  organizationId: OrganizationId,
  access: NoticedAccess,
  side: Side,
): Promise<NoticeRecipient[]> {
  if (side === 'deciders') return listDeciders(db, organizationId, access.providerTeamId);
  const consumers = await listConsumers(db, organizationId, access);
  if (side === 'consumer') return consumers;
  return [...consumers, ...(await listTeamAudience(db, organizationId, access.providerTeamId))];
}

/** The people and keys of the consuming side. */
export async function listConsumers(
  db: Db,
  organizationId: OrganizationId,
  { consumerUserId, consumerTeamId }: NoticedAccess,
): Promise<NoticeRecipient[]> {
  const team = await listTeamAudience(db, organizationId, consumerTeamId);
  if (consumerUserId === null) return team;
  return [{ recipient: personReader(consumerUserId), reason: 'team' }, ...team];
}

/** Names of the parties, for people. */
export function detailsOf(access: NoticedAccess): NoticeDetails {
  const { consumerProductName, consumerTeamName, consumerUserId } = access;
  return {
    dataProductId: access.dataProductId,
    dataProductName: access.dataProductName ?? undefined,
    outputPortId: access.outputPortId,
    consumer: consumerProductName ?? consumerTeamName ?? consumerUserId ?? undefined,
    providerTeamId: access.providerTeamId ?? undefined,
    providerTeamName: access.providerTeamName ?? undefined,
    purpose: access.purpose ?? undefined,
    date: access.endOn ?? undefined,
    platform: access.platform ?? undefined,
  };
}

function factsOf({ data }: NoticedEvent): NoticeDetails {
  const { note, platform } = JSON.parse(data) as Record<string, unknown>;
  return {
    ...(typeof note === 'string' && { note }),
    ...(typeof platform === 'string' && { platform }),
  };
}
