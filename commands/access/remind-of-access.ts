import type { Tx } from '../../db/connect.ts';
import type { ReminderCandidate } from '../../db/views/access/reminders.ts';
import { toDay } from '../../domain/access/access-dates.ts';
import { dueReminder } from '../../domain/access/reminders.ts';
import { notifyTeam } from '../notifications/notify-team.ts';
import { describeConsumer } from './notice-failure.ts';

type Reminder = { template: 'access-expiry' | 'access-reassessment'; date: string; before: number };

/** Reminds the team of due dates of this access, once per reminder; returns the number of mails and messages. */
export async function remindOfAccess(
  tx: Tx,
  candidate: ReminderCandidate,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<number> {
  const { organizationId, access, teamId } = candidate;
  const { info } = JSON.parse(access.body) as { info: { purpose: string } };
  let notified = 0;
  for (const { template, date, before } of dueReminders(candidate, toDay(now))) {
    const { mails, messages } = await notifyTeam(tx, {
      organizationId,
      causeId: `${access.id} ${date} ${before}`,
      template,
      teamId,
      subjectKind: 'access',
      subjectId: access.id,
      data: {
        accessId: access.id,
        dataProductId: access.providerProductId,
        outputPortId: access.providerPortId,
        provider: access.providerTeamId ?? '',
        consumer: describeConsumer(access),
        purpose: info.purpose,
        date,
        page: `${publicUrl}/access/${encodeURIComponent(access.id)}`,
      },
      now,
    });
    notified += mails + messages;
  }
  return notified;
}

function dueReminders(
  { access, expiryDays, reassessmentDays }: ReminderCandidate,
  today: string,
): Reminder[] {
  const due = (
    template: Reminder['template'],
    days: string | undefined,
    date: string | undefined,
  ): Reminder[] => {
    const before = days && date ? dueReminder(days, date, today) : undefined;
    return before === undefined || date === undefined ? [] : [{ template, date, before }];
  };
  return [
    ...due('access-expiry', expiryDays, access.endOn),
    ...due('access-reassessment', reassessmentDays, access.reassessOn),
  ];
}
