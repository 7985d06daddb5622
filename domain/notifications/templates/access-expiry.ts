import type { Notice, Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts, linksOf, portOf } from './access-data.ts';
import type { ReminderData } from './access-data.ts';

/** An access is about to end. */
export const accessExpiry: Template<ReminderData> = {
  name: 'access-expiry',
  compose: (data) =>
    remind(data, {
      subject: `Access ends on ${oneLine(data.date, 20)}: ${portOf(data)} for ${oneLine(data.consumer, 80)}`,
      paragraphs: [
        `The access of ${oneLine(data.consumer)} to the output port ${portOf(data)} ends on ${oneLine(data.date, 20)}; that is its last day.`,
        'If it is still needed, agree on a later end date.',
      ],
    }),
};

/** A reminder with the common facts. */
export function remind(data: ReminderData, words: Pick<Notice, 'subject' | 'paragraphs'>): Notice {
  return {
    ...words,
    facts: knownFacts([
      ['Access', data.accessId],
      ['Data product', data.dataProductId],
      ['Output port', data.outputPortId],
      ['Provider', data.provider],
      ['Consumer', data.consumer],
      ['Purpose', data.purpose],
      ['Date', data.date],
    ]),
    diagnostics: undefined,
    links: linksOf(data),
  };
}
