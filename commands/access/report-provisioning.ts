import type { Database, Tx } from '../../db/connect.ts';
import type { AccessKey } from '../../db/tables/access.ts';
import { resolveAccessAlerts } from '../../db/tables/access-alerts.ts';
import { insertProvisioningReport } from '../../db/tables/provisioning-reports.ts';
import type { Access } from '../../domain/access/access.ts';
import {
  isFailure,
  mergeReport,
  provisioningEvent,
  replaceRecord,
} from '../../domain/access/provisioning.ts';
import type {
  Provisioning,
  ProvisioningReport,
  ProvisioningStatus,
  ProvisioningWrite,
} from '../../domain/access/provisioning.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPreconditions } from '../documents/preconditions.ts';
import type { Preconditions } from '../documents/preconditions.ts';
import { assertOnSide } from './assert-side.ts';
import { changeAccess } from './change-access.ts';
import { noticeFailure } from './notice-failure.ts';
import type { Noticed } from './notice-failure.ts';

export type ReportProvisioning = {
  id: string;
  /** Conditions on the revision of the access that was looked at. */
  preconditions: Preconditions;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
  /** Address of the API's pages, for the mail. */
  publicUrl: string;
};

/** The merged record, and whom a failure was told to; undefined when it was none. */
export type ReportedProvisioning = { record: Provisioning; noticed: Noticed | undefined };

/**
 * Takes a report of a provisioning component: the latest wins, every one is kept and tells its event, and a failure is told to
 * the providing team. Refuses with `not_found`, `gone`, and `permission_denied` without ACCESS_EDIT on the providing team.
 */
export function reportProvisioning(
  database: Database,
  request: ReportProvisioning,
  status: ProvisioningStatus,
  report: ProvisioningReport,
): Promise<ReportedProvisioning> {
  return record(database, request, { status, body: report, asReport: true }, (before) =>
    mergeReport(before, status, report, request.now),
  );
}

/**
 * Replaces the record; one whose status differs is like the report of that status, and one with the same only a correction,
 * without an event. Refuses like `reportProvisioning`.
 */
export function putProvisioning(
  database: Database,
  request: ReportProvisioning,
  write: ProvisioningWrite,
): Promise<ReportedProvisioning> {
  return record(
    database,
    request,
    { status: write.status, body: write, asReport: false },
    (before) => replaceRecord(before, write, request.now),
  );
}

type Said = { status: ProvisioningStatus; body: ProvisioningReport; asReport: boolean };

async function record(
  database: Database,
  request: ReportProvisioning,
  said: Said,
  merge: (before: Provisioning | undefined) => Provisioning,
): Promise<ReportedProvisioning> {
  const { id, principal, requestId, now } = request;
  const key = { organizationId: principal.organizationId, id };
  let answer: ReportedProvisioning | undefined;
  await changeAccess(
    database,
    key,
    { principal: principal.name, requestId, now },
    async (access) => {
      await assertOnSide(database.knex, principal, access, { provider: ['ACCESS_EDIT'] });
      assertPreconditions(request.preconditions, { revision: access.revision, edition: 0 });
      const merged = merge(recordOf(access));
      const isNews = said.asReport || access.provisioningStatus !== said.status;
      answer = { record: merged, noticed: undefined };
      return {
        provisioning: { body: JSON.stringify(merged), status: said.status },
        events: isNews ? [provisioningEvent(said.status, merged.platform)] : [],
        alsoWrite: async (tx) => {
          const reportId = await keepReport(tx, key, said, request);
          if (said.status === 'provisioned') await resolveAccessAlerts(tx, key, now);
          if (!isNews || !isFailure(said.status)) return;
          const noticed = await noticeFailure(tx, {
            access,
            record: merged,
            report: said.body,
            reportId,
            ...request,
          });
          answer = { record: merged, noticed };
        },
      };
    },
  );
  if (!answer) throw new Error('the report was not looked at');
  return answer;
}

function recordOf({ provisioning }: Access): Provisioning | undefined {
  return provisioning === undefined ? undefined : (JSON.parse(provisioning) as Provisioning);
}

function keepReport(
  tx: Tx,
  key: AccessKey,
  { status, body }: Said,
  { principal, now }: ReportProvisioning,
): Promise<string> {
  return insertProvisioningReport(tx, key, {
    status,
    body: JSON.stringify(body),
    principal: principal.name,
    at: now,
  });
}
