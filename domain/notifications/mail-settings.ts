import { Type } from '@sinclair/typebox';
import type { Setting } from '../../lib/read-setting.ts';

/** Settings of outgoing mail, read by `config.ts`. */
export const mailSettings = {
  smtpUrl: {
    env: 'SMTP_URL',
    schema: Type.Optional(
      Type.String({
        pattern: '^smtps?://.+',
        description: 'an address like smtp://user:password@host:587',
      }),
    ),
    meaning: 'Mail server; without it mails stay in the ledger',
    secret: true,
  },
  mailFrom: {
    env: 'MAIL_FROM',
    schema: Type.String({
      default: 'concordat@localhost',
      description: 'one e-mail address, or Name <address>',
      pattern: String.raw`^([^<>\r\n]*<[^<>@\s,;:"]+@[^<>@\s,;:"]+>|[^<>@\s,;:"]+@[^<>@\s,;:"]+)$`,
    }),
    meaning: 'Sender of mails: an address, or Name <address>',
  },
} as const satisfies Record<string, Setting>;
