import type { Tx } from '../../db/connect.ts';
import type { Access } from '../../domain/access/access.ts';
import type { Provisioning, ProvisioningReport } from '../../domain/access/provisioning.ts';
import type { Principal } from '../../domain/principal.ts';
import { notifyTeam } from '../notifications/notify-team.ts';

export type FailureNotice = {
  access: Access;
  record: Provisioning;
  /** The content of this report; the stored record may include earlier reports. */
  report: ProvisioningReport;
  reportId: string;
  principal: Principal;
  publicUrl: string;
  now: Date;
};

/** Number of mails and chat messages that report a failure to the providing team. */
export type Noticed = {
  teamId: string | undefined;
  mails: number;
  messages: number;
  /** True if the organization has switched off such mails. */
  muted?: true;
};

/** Notifies the providing team of a failure, once per report. */
export async function noticeFailure(tx: Tx, notice: FailureNotice): Promise<Noticed> {
  const { access, record, report, reportId, principal, publicUrl, now } = notice;
  const teamId = access.providerTeamId;
  if (teamId === undefined) return { teamId, mails: 0, messages: 0 };
  const template =
    record.status === 'provisioning-failed' ? 'provisioning-failed' : 'deprovisioning-failed';
  const counts = await notifyTeam(tx, {
    organizationId: principal.organizationId,
    causeId: reportId,
    template,
    teamId,
    subjectKind: 'access',
    subjectId: access.id,
    data: dataOf(access, { ...report, platform: record.platform ?? null }, publicUrl, now),
    now,
  });
  return { teamId, ...counts };
}

function dataOf(access: Access, report: ProvisioningReport, publicUrl: string, now: Date) {
  const { info } = JSON.parse(access.body) as { info: { purpose: string } };
  const { platform, executor, diagnostics, links } = report;
  return {
    accessId: access.id,
    dataProductId: access.providerProductId,
    outputPortId: access.providerPortId,
    consumer: describeConsumer(access),
    purpose: info.purpose,
    lifecycle: access.state,
    ...(platform && { platform }),
    ...(executor && { executor }),
    ...(diagnostics && { diagnostics }),
    ...(links && { links }),
    reportedAt: now.toISOString(),
    page: `${publicUrl}/access/${encodeURIComponent(access.id)}`,
  };
}

/** The consumer, described for people. */
export function describeConsumer(access: Access): string {
  switch (access.consumerType) {
    case 'team':
      return `team ${access.consumerTeamId ?? ''}`;
    case 'user':
      return access.consumerUserId ?? '';
    case 'dataproduct':
      return `data product ${access.consumerProductId ?? ''}`;
  }
}
