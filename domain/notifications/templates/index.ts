import type { Notice, Template } from '../notice.ts';
import type { FailureData, ReminderData } from './access-data.ts';
import { accessExpiry } from './access-expiry.ts';
import { accessReassessment } from './access-reassessment.ts';
import { changeRequested } from './change-requested.ts';
import type { ChangeRequestedData } from './change-requested.ts';
import { channelTest } from './channel-test.ts';
import type { ChannelTestData } from './channel-test.ts';
import { deprovisioningFailed } from './deprovisioning-failed.ts';
import { provisioningFailed } from './provisioning-failed.ts';
import { contractTestFailed } from './contract-test-failed.ts';
import { contractTestRecovered } from './contract-test-recovered.ts';
import { teamInvitation } from './team-invitation.ts';
import type { TeamInvitationData } from './team-invitation.ts';
import type { TestChangeData } from './test-change-data.ts';

/** Notices to teams, each with the data that its template needs. */
export type TeamNotice =
  | { template: 'provisioning-failed' | 'deprovisioning-failed'; data: FailureData }
  | { template: 'access-expiry' | 'access-reassessment'; data: ReminderData }
  | { template: 'contract-test-failed' | 'contract-test-recovered'; data: TestChangeData }
  | { template: 'change-requested'; data: ChangeRequestedData };

export type AnyNotice =
  | TeamNotice
  | { template: 'channel-test'; data: ChannelTestData }
  | { template: 'team-invitation'; data: TeamInvitationData };

/** All templates; add new templates here. */
const templates: readonly { name: string; compose: (data: never) => Notice }[] = [
  provisioningFailed,
  deprovisioningFailed,
  accessExpiry,
  accessReassessment,
  contractTestFailed,
  contractTestRecovered,
  changeRequested,
  channelTest,
  teamInvitation,
] satisfies readonly (
  | Template<FailureData>
  | Template<ReminderData>
  | Template<TestChangeData>
  | Template<ChangeRequestedData>
  | Template<ChannelTestData>
  | Template<TeamInvitationData>
)[];

/** The notice of a row of the ledger; undefined when this build does not have its template. */
export function composeNotice(row: { template: string; data: string }): Notice | undefined {
  const template = templates.find(({ name }) => name === row.template);
  return template?.compose(JSON.parse(row.data) as never);
}
