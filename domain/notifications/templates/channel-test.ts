import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts, linksOf } from './access-data.ts';

export type ChannelTestData = { teamId: string; channelId: string; page: string };

/** A person tests a notification channel. */
export const channelTest: Template<ChannelTestData> = {
  name: 'channel-test',
  compose: (data) => ({
    subject: `Test message for ${oneLine(data.teamId, 80)}`,
    paragraphs: ['This channel receives the notices of the team. No action is needed.'],
    facts: knownFacts([
      ['Team', data.teamId],
      ['Channel', data.channelId],
    ]),
    diagnostics: undefined,
    links: linksOf(data).map((link) => ({ ...link, label: 'Team' })),
  }),
};
