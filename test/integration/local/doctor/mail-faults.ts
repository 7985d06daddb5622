import { closed, openMailServer, secret, undo } from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';

/** What can be wrong with the mail server of SMTP_URL. */
export const mailFaults: Fault[] = [
  {
    fault: 'a mail server that turns us away',
    check: 'mail',
    plant: async () => {
      const no = Object.assign(new Error('We do not like you'), { responseCode: 554 });
      return { env: { SMTP_URL: await openMailServer({ onConnect: (_, answer) => answer(no) }) } };
    },
    found: 'the mail server refused the connection with 554',
    advice: 'Allow this machine on the mail server',
  },
  {
    fault: 'a wrong password for the mail server',
    check: 'mail',
    plant: async () => ({ env: { SMTP_URL: await openMailServer({}, `${secret}-not`) } }),
    found: 'refuses the user or the password',
    advice: 'Correct user and password in SMTP_URL.',
  },
  {
    fault: 'a mail server whose certificate nobody trusts',
    check: 'mail',
    plant: async () => {
      // It warns of the certificate that this test is about.
      undo.push(() => jest.restoreAllMocks());
      jest.spyOn(console, 'error').mockImplementation();
      return { env: { SMTP_URL: await openMailServer({ disabledCommands: [] }) } };
    },
    found: 'the TLS handshake with the mail server failed',
    advice: 'renew the certificate',
  },
  {
    fault: 'TLS with a mail server that speaks none',
    check: 'mail',
    plant: async () => ({
      env: { SMTP_URL: (await openMailServer({})).replace('smtp:', 'smtps:') },
    }),
    found: 'the TLS handshake with the mail server failed',
    advice: 'Use smtps:// for port 465 and smtp:// for other ports',
  },
  {
    fault: 'a mail server that is away',
    check: 'mail',
    plant: async () => ({ env: { SMTP_URL: `smtp://us:${secret}@127.0.0.1:${await closed()}` } }),
    found: 'cannot be reached',
    advice: 'Correct host and port in SMTP_URL',
  },
];
