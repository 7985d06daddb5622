import { createTransport } from 'nodemailer';

import { withoutSecrets } from '../../announcement.ts';
import type { FailureInWords } from '../../servers/database-failure.ts';
import { messageOf } from '../../problem.ts';
import { failed, ok, skipped } from '../check.ts';
import type { Check } from '../check.ts';

const limitMs = 4_000;

/** Checks that the mail server of SMTP_URL accepts the credentials; sends nothing. */
export const mail: Check = {
  name: 'mail',
  settings: ['SMTP_URL'],
  run: async ({ config: { smtpUrl: url } }) => {
    if (url === undefined) return skipped('SMTP_URL is not set: mails are stored but not sent');
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
      return ok(`${shown} accepts connections`);
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
  found: 'the TLS handshake with the mail server failed',
  advice:
    'Use smtps:// for port 465 and smtp:// for other ports, or renew the certificate of the mail server.',
};

const byCode: Record<string, FailureInWords> = {
  EAUTH: {
    found: 'the mail server refuses the user or the password',
    advice: 'Correct user and password in SMTP_URL.',
  },
  ENOAUTH: {
    found: 'the mail server requires a user, but SMTP_URL has none',
    advice: 'Put user and password into SMTP_URL: smtp://user:password@host:port.',
  },
  ETLS: noTls,
  EDNS: {
    found: 'the host in SMTP_URL cannot be resolved',
    advice: 'Correct the host name in SMTP_URL.',
  },
  ECONNECTION: silent,
  ECONNREFUSED: silent,
  ESOCKET: silent,
  ETIMEDOUT: {
    found: `the mail server did not answer within ${limitMs / 1000} s`,
    advice: 'Correct host and port in SMTP_URL, or open the firewall.',
  },
};

function explain(error: unknown): FailureInWords {
  const { code, responseCode } = error as MailError;
  // nodemailer reports a failed handshake with the code of a failed connection.
  if (/certificate|\bSSL\b|\bTLS\b/i.test(messageOf(error))) return noTls;
  const known = code === undefined ? undefined : byCode[code];
  if (known && (code === 'EAUTH' || responseCode === undefined)) return known;
  if (responseCode !== undefined) {
    return {
      found: `the mail server refused the connection with ${responseCode}`,
      advice: 'Allow this machine on the mail server, or set SMTP_URL to another mail server.',
    };
  }
  return {
    found: messageOf(error),
    advice: 'Correct SMTP_URL, or fix the mail server that it names.',
  };
}
