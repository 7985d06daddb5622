import type { Database, Tx } from '../../db/connect.ts';
import type { AccessKey } from '../../db/tables/access/access.ts';
import { resolveAccessAlerts } from '../../db/tables/access/alerts.ts';
import { insertProvisioningReport } from '../../db/tables/access/provisioning-reports.ts';
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
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { assertOnSide } from './assert-side.ts';
import { changeAccess } from './change-access.ts';
import { noticeFailure } from './notice-failure.ts';
import type { Noticed } from './notice-failure.ts';

export type ReportProvisioning = {
  id: string;
  /** Preconditions on the revision of the access that the client has read. */
  preconditions: Preconditions;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
  /** Base address of the API's pages, for the mail. */
  publicUrl: string;
};

/** The merged record, and the recipients of a failure notice; undefined unless it was a failure. */
export type ReportedProvisioning = { record: Provisioning; noticed: Noticed | undefined };

/**
 * Stores a report of a provisioning component: the latest report wins, every report is kept with its event, and the providing
 * team is notified of a failure. Refuses with `not_found`, `gone`, and `permission_denied` without ACCESS_EDIT on the providing
 * team.
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
 * Replaces the record: a new status counts as a report of that status, the same status only as a correction without an event.
 * Refuses like `reportProvisioning`.
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
  if (!answer) throw new Error('the report was not recorded');
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
