/** Words of the sign-in. */
export const signInTexts = {
  title: 'Sign in to Concordat',
  asAdministrator: 'Sign in as local administrator',
  withLink: 'Sign in',
  linkReady: 'This link signs you in once.',
  email: 'E-mail address',
  sendMail: 'Send me a sign-in link',
  mailSent: (email: string) =>
    `If a team knows ${email}, a link is on its way. It works once, within 10 minutes.`,
  digitsShown: 'If you open it in another browser, that browser asks for these digits:',
  digits: 'Digits',
  digitsHint: 'Another browser asked for this link: type the six digits that it shows.',
  apiKey: 'API key',
  apiKeyHint: 'The key stays in this form; a cookie is used afterwards.',
  withKey: 'Sign in with the key',
  or: 'or',
  sessionsHint: 'A session ends after twelve hours, or when you end it here.',
  thisSession: 'This browser',
  endSession: 'End',
  endAll: 'End all, this one too',
  methods: { 'api-key': 'API key', link: 'Sign-in link', mail: 'Mail', oidc: 'Sign-in provider' },
} as const;
