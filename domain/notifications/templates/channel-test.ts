import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts, linksOf } from './access-data.ts';

export type ChannelTestData = { teamId: string; channelId: string; page: string };

/** Somebody tries a notification channel. */
export const channelTest: Template<ChannelTestData> = {
  name: 'channel-test',
  compose: (data) => ({
    subject: `Test message for ${oneLine(data.teamId, 80)}`,
    paragraphs: ['This channel gets the notices of the team. There is nothing to do.'],
    facts: knownFacts([
      ['Team', data.teamId],
      ['Channel', data.channelId],
    ]),
    diagnostics: undefined,
    links: linksOf(data).map((link) => ({ ...link, label: 'Team' })),
  }),
};
