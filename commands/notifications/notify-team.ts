import type { Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { listNotificationChannels } from '../../db/tables/notifications/channels.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import type { NotificationTarget } from '../../db/tables/notifications/notifications.ts';
import { addressProblem } from '../../domain/notifications/mail-address.ts';
import {
  isMailEnabled,
  storedTemplates,
} from '../../domain/notifications/mail-texts/email-templates.ts';
import { channelRecipient } from '../../domain/notifications/notification.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { recipientsOf } from '../../domain/notifications/recipients.ts';
import { storedFailure, storedReminder } from '../../domain/notifications/templates/access-data.ts';
import { storedChangeRequest } from '../../domain/notifications/templates/change-requested.ts';
import { storedTestChange } from '../../domain/notifications/templates/test-change-data.ts';
import type { TeamNotice } from '../../domain/notifications/templates/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { queueNotifications } from './queue-notifications.ts';

/** A notice to a team; `causeId` identifies its cause, so that each notice is sent once. */
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
 * Queues a mail to each Owner of the team (to all its members if it has no Owner), and a message to each enabled notification
 * channel, with the work that sends them; notifications already queued for the same cause and template stay unchanged. Returns
 * the number of recipients by medium. Invalid addresses become failed rows and are not counted. If there is no recipient for
 * mail, `mails` is 0, the ledger has a failed row, and the caller should log a warning. Mails that the organization has switched off
 * are not queued, and `muted` is true.
 */
export async function notifyTeam(
  tx: Tx,
  notice: NotifyTeam,
): Promise<{ mails: number; messages: number; muted?: true }> {
  const muted = await isMuted(tx, notice);
  const mails = muted ? [] : await mailTargets(tx, notice);
  const messages = await channelTargets(tx, notice);
  await queueNotifications(tx, { ...notice, data: storedData(notice) }, [...mails, ...messages]);
  return {
    mails: mails.filter(({ reason }) => reason === undefined).length,
    messages: messages.length,
    ...(muted && { muted }),
  };
}

async function isMuted(tx: Tx, { organizationId, template }: NotifyTeam): Promise<boolean> {
  const stored = await findSettingsDocument(tx, { organizationId, name: 'email-templates' });
  return !isMailEnabled(storedTemplates(stored?.body), template);
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

/** Maximum length of a recipient in the ledger's index; teams stored before the limit existed may have longer addresses. */
const maxRecipientLength = 260;

function mailTarget(address: string): NotificationTarget {
  const problem = addressProblem(address);
  if (problem === undefined) return { medium: 'mail', recipient: address };
  const reason = `Nothing was sent to this recipient: ${problem}.`;
  return { medium: 'mail', recipient: oneLine(address, maxRecipientLength), reason };
}

async function channelTargets(tx: Tx, team: TeamKey): Promise<NotificationTarget[]> {
  const channels = await listNotificationChannels(tx, team);
  return channels
    .filter(({ enabled }) => enabled)
    .map(({ id, type }) => ({ medium: type, recipient: channelRecipient(team.teamId, id) }));
}

/** Each recipient has a row, so it keeps only the part that a mail shows; the report has the rest. */
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
    case 'change-requested':
      return storedChangeRequest(notice.data);
  }
}
