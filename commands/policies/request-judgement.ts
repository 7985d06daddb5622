import type { Db, Tx } from '../../db/connect.ts';
import { findRulesState, raiseRulesVersion } from '../../db/tables/policies/rules.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { policy } from '../../domain/kinds/policy.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import type { PutDocument } from '../documents/put-request.ts';

/** True for the write of a policy that has rules, or whose former revision may have had some. */
export async function changesRules(
  db: Db,
  { kind, principal, content }: Pick<PutDocument, 'kind' | 'principal' | 'content'>,
): Promise<boolean> {
  if (kind.name !== policy.name) return false;
  return content.body.includes('"rules"') || hasRules(db, principal.organizationId);
}

/** True if policies of the organization have or had rules in force. */
export async function hasRules(db: Db, organizationId: OrganizationId): Promise<boolean> {
  return (await findRulesState(db, organizationId)).version > 0;
}

/** Starts a new version of the rules, and requests the work that judges all documents by it. */
export async function requestJudgementOfAll(
  tx: Tx,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  now: Date,
): Promise<void> {
  const version = await raiseRulesVersion(tx, organizationId);
  const workId = newId();
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'housekeeping',
    job: 'judge-documents',
    key: workId,
    subjectId: id,
    payload: { version },
    dueAt: now,
    now,
  });
}
