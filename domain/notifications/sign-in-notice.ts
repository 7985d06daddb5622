import type { Notice } from './notice.ts';

/** The mail with a sign-in link. */
export function signInNotice({ link, minutes }: { link: string; minutes: number }): Notice {
  return {
    subject: 'Sign in to Concordat',
    paragraphs: [
      `The link below signs you in once, within ${minutes} minutes of your request.`,
      'If you open it in another browser than the one that asked for it, type the six digits that the other one shows.',
      'Did you not ask for it? Then ignore this mail, and do not pass on the link.',
    ],
    facts: [],
    diagnostics: undefined,
    links: [{ label: 'Sign in', url: link }],
  };
}
