import { createTransport } from 'nodemailer';

import { withoutSecrets } from '../../announcement.ts';
import type { FailureInWords } from '../../database-failure.ts';
import { messageOf } from '../../problem.ts';
import { failed, ok, skipped } from '../check.ts';
import type { Check } from '../check.ts';

const limitMs = 4_000;

/** The mail server of SMTP_URL lets us in; nothing is sent. */
export const mail: Check = {
  name: 'mail',
  settings: ['SMTP_URL'],
  run: async ({ config: { smtpUrl: url } }) => {
    if (url === undefined) return skipped('SMTP_URL is not set: mails stay in the ledger');
    const shown = withoutSecrets(url);
    const transport = createTransport({
      url,
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      dnsTimeout: limitMs,
    });
    try {
      await transport.verify();
      return ok(`${shown} lets us in`);
    } catch (error) {
      const { found, advice } = explain(error);
      return failed(`${shown}: ${found}`, advice);
    } finally {
      transport.close();
    }
  },
};

type MailError = { code?: string; responseCode?: number; command?: string };

const silent: FailureInWords = {
  found: 'the mail server cannot be reached',
  advice: 'Correct host and port in SMTP_URL, or start the mail server.',
};

const noTls: FailureInWords = {
  found: 'TLS with the mail server fails',
  advice:
    'Use smtps:// for port 465 and smtp:// for the others, or renew the certificate of the mail server.',
};

const byCode: Record<string, FailureInWords> = {
  EAUTH: {
    found: 'the mail server refuses the user or the password',
    advice: 'Correct user and password in SMTP_URL.',
  },
  ENOAUTH: {
    found: 'the mail server wants a user, and SMTP_URL has none',
    advice: 'Put user and password into SMTP_URL: smtp://user:password@host:port.',
  },
  ETLS: noTls,
  EDNS: {
    found: 'the host in SMTP_URL has no address',
    advice: 'Correct the name of the host in SMTP_URL.',
  },
  ECONNECTION: silent,
  ECONNREFUSED: silent,
  ESOCKET: silent,
  ETIMEDOUT: {
    found: `the mail server says nothing within ${limitMs / 1000} s`,
    advice: 'Correct host and port in SMTP_URL, or open the firewall between here and there.',
  },
};

function explain(error: unknown): FailureInWords {
  const { code, responseCode } = error as MailError;
  // nodemailer gives a broken handshake the code of a broken connection.
  if (/certificate|\bSSL\b|\bTLS\b/i.test(messageOf(error))) return noTls;
  const known = code === undefined ? undefined : byCode[code];
  if (known && (code === 'EAUTH' || responseCode === undefined)) return known;
  if (responseCode !== undefined) {
    return {
      found: `the mail server refuses us with ${responseCode}`,
      advice: 'Allow this machine on the mail server, or name another mail server in SMTP_URL.',
    };
  }
  return {
    found: messageOf(error),
    advice: 'Correct SMTP_URL, or mend the mail server that it names.',
  };
}
