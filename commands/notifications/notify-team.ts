import type { Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents.ts';
import { listNotificationChannels } from '../../db/tables/notification-channels.ts';
import type { NotificationTarget } from '../../db/tables/notifications.ts';
import { addressProblem } from '../../domain/notifications/mail-address.ts';
import { channelRecipient } from '../../domain/notifications/notification.ts';
import type { ChatMedium } from '../../domain/notifications/notification.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { recipientsOf } from '../../domain/notifications/recipients.ts';
import { storedFailure, storedReminder } from '../../domain/notifications/templates/access-data.ts';
import { storedTestChange } from '../../domain/notifications/templates/test-change-data.ts';
import type { TeamNotice } from '../../domain/notifications/templates/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { queueNotifications } from './queue-notifications.ts';

/** What a team is told; `causeId` names what made it necessary, so that the same is told once. */
export type NotifyTeam = TeamNotice & {
  organizationId: OrganizationId;
  causeId: string;
  teamId: string;
  subjectKind: string;
  subjectId: string;
  now: Date;
};

type TeamKey = Pick<NotifyTeam, 'organizationId' | 'teamId'>;

/**
 * Afterwards the ledger has a mail to each Owner of the team, or to all its members when it has none, and a message to
 * each enabled notification channel, all with the work that sends them; what the same cause and template had queued
 * before stays as it is. Answers how many recipients of both sorts there are. Addresses that no mail can have are failed rows
 * and not counted. When there is nobody to mail, `mails` is 0, the ledger says so in a failed row, and the caller should log a
 * warning.
 */
export async function notifyTeam(
  tx: Tx,
  notice: NotifyTeam,
): Promise<{ mails: number; messages: number }> {
  const [mails, messages] = [await mailTargets(tx, notice), await channelTargets(tx, notice)];
  await queueNotifications(tx, { ...notice, data: storedData(notice) }, [...mails, ...messages]);
  return {
    mails: mails.filter(({ reason }) => reason === undefined).length,
    messages: messages.length,
  };
}

async function mailTargets(
  tx: Tx,
  { organizationId, teamId: id }: TeamKey,
): Promise<NotificationTarget[]> {
  const team = await findDocument(tx, { organizationId, kind: 'team', id });
  const recipients = team ? recipientsOf(JSON.parse(team.body) as JsonObject) : [];
  if (recipients.length > 0) {
    return recipients.map(mailTarget);
  }
  const reason = team
    ? `Team '${id}' has no members; add them with PUT /api/teams/{id}.`
    : `Team '${id}' does not exist.`;
  return [{ medium: 'mail', recipient: '', reason }];
}

/** Teams from before addresses had a longest length may have some that no index of the ledger takes whole. */
const longestRecipient = 260;

function mailTarget(address: string): NotificationTarget {
  const problem = addressProblem(address);
  if (problem === undefined) return { medium: 'mail', recipient: address };
  const reason = `Nothing was sent to this recipient: ${problem}.`;
  return { medium: 'mail', recipient: oneLine(address, longestRecipient), reason };
}

type Channel = { id: string; type: ChatMedium; enabled: boolean };

async function channelTargets(tx: Tx, team: TeamKey): Promise<NotificationTarget[]> {
  const bodies = await listNotificationChannels(tx, team);
  return bodies
    .map((body) => JSON.parse(body) as Channel)
    .filter(({ enabled }) => enabled)
    .map(({ id, type }) => ({ medium: type, recipient: channelRecipient(team.teamId, id) }));
}

/** Each recipient has a row, so it keeps no more than a mail shows; the rest is stored with its report. */
function storedData(notice: TeamNotice): TeamNotice['data'] {
  switch (notice.template) {
    case 'provisioning-failed':
    case 'deprovisioning-failed':
      return storedFailure(notice.data);
    case 'access-expiry':
    case 'access-reassessment':
      return storedReminder(notice.data);
    case 'contract-test-failed':
    case 'contract-test-recovered':
      return storedTestChange(notice.data);
  }
}
