/** Members of a team's `custom` that request reminders: days before, e.g. `30,7,1`. */
export const reminderMembers = {
  expiry: 'accessExpiryReminderDays',
  reassessment: 'accessReassessmentReminderDays',
} as const;

const dayMs = 24 * 3_600_000;

/**
 * The due reminder: the latest of the days before `date` that has come. Of several missed reminders only the
 * latest is sent. Undefined when none is due, the date has passed, or the text contains no days.
 */
export function dueReminder(days: string, date: string, today: string): number | undefined {
  const left = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
  if (left < 0) return undefined;
  const asked = days
    .split(',')
    .map((text) => text.trim())
    .filter((text) => /^\d{1,3}$/.test(text))
    .map(Number);
  return asked.filter((before) => before >= left).sort((one, other) => one - other)[0];
}
