import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { portOf } from './access-data.ts';
import type { ReminderData } from './access-data.ts';
import { remind } from './access-expiry.ts';

/** An access is due for reassessment. */
export const accessReassessment: Template<ReminderData> = {
  name: 'access-reassessment',
  compose: (data) =>
    remind(data, {
      subject: `Access to be reassessed by ${oneLine(data.date, 20)}: ${portOf(data)} for ${oneLine(data.consumer, 80)}`,
      paragraphs: [
        `The access of ${oneLine(data.consumer)} to the output port ${portOf(data)} is to be reassessed by ${oneLine(data.date, 20)}.`,
        'Check whether its purpose is still valid, then set the next date or cancel the access.',
      ],
    }),
};
