import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts } from './access-data.ts';

export type TeamInvitationData = {
  teamId: string;
  /** Name of the team. */
  team: string;
  role: string | null;
  /** Name of the person who invites; null for keys without a name. */
  invitedBy: string | null;
  /** Page of the sign-in, which leads to the team. */
  page: string;
};

/** A person is invited to sign in to see their team. */
export const teamInvitation: Template<TeamInvitationData> = {
  name: 'team-invitation',
  compose: ({ team, role, invitedBy, page }) => ({
    subject: `You are in the team ${oneLine(team, 80)}`,
    paragraphs: [
      `${oneLine(invitedBy ?? 'An administrator', 120)} invites you to Concordat, the catalog of data products and their contracts.`,
      'Sign in with this address: you need no account before.',
      'Did you not expect this mail? Then ignore it: it signs nobody in.',
    ],
    facts: knownFacts([
      ['Team', oneLine(team, 120)],
      ['Role', role ?? undefined],
    ]),
    diagnostics: undefined,
    links: [{ label: 'Sign in', url: page }],
  }),
};
