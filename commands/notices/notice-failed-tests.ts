import type { Db } from '../../db/connect.ts';
import { listFollowers } from '../../db/tables/notices/follows.ts';
import { listOfferingProducts } from '../../db/views/notices/changed-documents.ts';
import { listNewlyFailedTests } from '../../db/views/notices/failed-tests.ts';
import type { NewlyFailedTest } from '../../db/views/notices/failed-tests.ts';
import type { NoticedEvent } from '../../db/views/notices/noticed-events.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import type { NoticeRecipient } from '../../domain/notices/notice.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { listTeamAudience } from './notice-audience.ts';
import { follower } from './notice-changes.ts';
import { toNotice } from './to-notice.ts';
import type { DraftNotice } from './to-notice.ts';

/** Notices of tests that begin to fail, to the owning team and to followers of the contract and of products that offer it. */
export async function noticeFailedTests(
  db: Db,
  organizationId: OrganizationId,
  events: readonly NoticedEvent[],
): Promise<DraftNotice[]> {
  const ours = events.filter(({ type }) => type === 'TestResultsCreatedEvent');
  const ids = ours.map(({ subjectId }) => subjectId);
  const tests = await listNewlyFailedTests(db, organizationId, ids);
  const drafts: DraftNotice[] = [];
  for (const event of ours) {
    const test = tests.find(({ id }) => id === event.subjectId);
    if (!test) continue;
    const { server, version, failedChecks, checks, contractName } = test;
    drafts.push(
      toNotice(event, {
        kind: 'test-failed',
        subjectKind: dataContract.name,
        subjectId: test.contractId,
        details: {
          name: contractName ?? undefined,
          server: server ?? undefined,
          version,
          failedChecks,
          checks,
        },
        candidates: await listConcerned(db, organizationId, test),
      }),
    );
  }
  return drafts;
}

async function listConcerned(
  db: Db,
  organizationId: OrganizationId,
  { contractId, ownerId }: NewlyFailedTest,
): Promise<NoticeRecipient[]> {
  const owners = await listTeamAudience(db, organizationId, ownerId);
  const offers = await listOfferingProducts(db, organizationId, [contractId]);
  const followers = await listFollowers(db, organizationId, [
    { kind: dataContract.name, id: contractId },
    ...offers.map(({ dataProductId: id }) => ({ kind: dataProduct.name, id })),
  ]);
  return [...owners, ...followers.map(follower)];
}
