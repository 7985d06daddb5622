import type { Db } from '../../db/connect.ts';
import { listFollowers } from '../../db/tables/notices/follows.ts';
import type { FollowedKey, Follower } from '../../db/tables/notices/follows.ts';
import {
  listMajorChanges,
  listNamedDocuments,
  listOfferingProducts,
} from '../../db/views/notices/changed-documents.ts';
import type { MajorChange, NamedDocument } from '../../db/views/notices/changed-documents.ts';
import type { NoticedEvent } from '../../db/views/notices/noticed-events.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import { team } from '../../domain/kinds/team.ts';
import type { NoticeKind, NoticeRecipient } from '../../domain/notices/notice.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { listTeamAudience } from './notice-audience.ts';
import { toNotice } from './to-notice.ts';
import type { DraftNotice } from './to-notice.ts';

/** Kinds of notices by type of event. */
const changes = new Map<string, NoticeKind>(
  [dataProduct, dataContract, team].flatMap(({ events }): [string, NoticeKind][] => [
    [events.created, 'document-created'],
    [events.updated, 'document-changed'],
    [events.deleted, 'document-deleted'],
  ]),
);

/** The follower as a recipient. */
export const follower = ({ reader }: Follower): NoticeRecipient => ({
  recipient: reader,
  reason: 'follow',
});

type Known = {
  documents: readonly NamedDocument[];
  followers: readonly Follower[];
  majors: readonly MajorChange[];
  offers: readonly { contractId: string; dataProductId: string }[];
};

/**
 * Notices of changed documents to their followers; of new documents to the followers of their teams; and of major changes of
 * contracts also to the consumers of the data and the followers of the products that offer it.
 */
export async function noticeChanges(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NoticedEvent[],
): Promise<DraftNotice[]> {
  const ours = events.filter(({ type }) => changes.has(type));
  if (ours.length === 0) return [];
  const known = await readKnown(db, organizationId, ours);
  const drafts: DraftNotice[] = [];
  for (const event of ours) {
    const draft = await draftOf(db, organizationId, event, known);
    if (draft) drafts.push(draft);
  }
  return drafts;
}

/** Costs a few queries for all events of a batch. */
async function readKnown(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NoticedEvent[],
): Promise<Known> {
  const keys = uniqueKeys(
    events.map((event) => ({ kind: event.subjectKind, id: event.subjectId })),
  );
  const documents = await listNamedDocuments(db, organizationId, keys);
  const revisions = events.flatMap(({ subjectKind, subjectId: id, revision }) =>
    subjectKind === dataContract.name && revision !== null ? [{ id, revision }] : [],
  );
  const majors = await listMajorChanges(db, organizationId, revisions);
  const contractIds = majors.map(({ id }) => id);
  const offers = await listOfferingProducts(db, organizationId, contractIds);
  const owners = documents.flatMap(({ ownerId }) => ownerId ?? []);
  const products = offers.map(({ dataProductId }) => dataProductId);
  const followers = await listFollowers(
    db,
    organizationId,
    uniqueKeys([
      ...keys,
      ...owners.map((id) => ({ kind: team.name, id })),
      ...products.map((id) => ({ kind: dataProduct.name, id })),
    ]),
  );
  return { documents, followers, majors, offers };
}

function uniqueKeys(keys: readonly FollowedKey[]): FollowedKey[] {
  return [...new Map(keys.map((key) => [`${key.kind} ${key.id}`, key])).values()];
}

async function draftOf(
  db: Db,
  organizationId: OrganizationId,
  event: NoticedEvent,
  known: Known,
): Promise<DraftNotice | undefined> {
  const kind = changes.get(event.type);
  const { subjectKind, subjectId, revision } = event;
  const isSubject = (key: FollowedKey): boolean => key.kind === subjectKind && key.id === subjectId;
  const document = known.documents.find(isSubject);
  const details = { name: document?.name };
  const followersOf = (which: (key: FollowedKey) => boolean): NoticeRecipient[] =>
    known.followers.filter(which).map(follower);
  if (kind === undefined) return undefined;
  if (kind === 'document-created') {
    const ownerId = document?.ownerId;
    const ofOwner = followersOf((key) => key.kind === team.name && key.id === ownerId);
    return toNotice(event, { kind, details, candidates: ofOwner });
  }
  const major = known.majors.find((each) => each.id === subjectId && each.revision === revision);
  if (subjectKind !== dataContract.name || !major) {
    return toNotice(event, { kind, details, candidates: followersOf(isSubject) });
  }
  const offering = known.offers.filter(({ contractId }) => contractId === subjectId);
  const ofProducts = followersOf(
    ({ kind: name, id }) =>
      name === dataProduct.name && offering.some(({ dataProductId }) => dataProductId === id),
  );
  const consumers: NoticeRecipient[] = [];
  for (const id of major.teams) consumers.push(...(await listTeamAudience(db, organizationId, id)));
  return toNotice(event, {
    kind: 'contract-changed-major',
    details: { ...details, version: major.version ?? undefined },
    candidates: [...consumers, ...followersOf(isSubject), ...ofProducts],
  });
}
