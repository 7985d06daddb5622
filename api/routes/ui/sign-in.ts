import { requestSignInMail } from '../../../commands/sessions/request-sign-in-mail.ts';
import { refuse } from '../../../domain/errors.ts';
import { checkEmailAddress } from '../../../domain/organizations/members.ts';
import { providerProblems } from '../../../domain/organizations/provider-claims.ts';
import { ownPath } from '../../../domain/organizations/sign-in-code.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { assertNoForeignPage } from '../../auth/own-page.ts';
import { mailCookie, readCookie, writeShortCookie } from '../../auth/short-cookies.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  signInMailSchema,
  signInMailSentSchema,
  signInMethodsSchema,
} from '../../schemas/ui/sign-in.ts';
import type { ApiSettings } from '../../services.ts';
import { operatorCommand } from '../../../lib/operator-command.ts';

function methodsOf({ oidc, smtpUrl }: ApiSettings) {
  return [
    ...(oidc ? [{ method: 'oidc', label: `Continue with ${oidc.name}` }] : []),
    ...(smtpUrl === undefined ? [] : [{ method: 'mail', label: 'Send me a sign-in link' }]),
    {
      method: 'link',
      label: `Administrators of this server print a sign-in link with ${operatorCommand('sign-in')}.`,
    },
    { method: 'api-key', label: 'API key' },
  ];
}

const methodsRoute = defineRoute({
  method: 'GET',
  path: '/ui/sign-in-methods',
  name: 'listSignInMethods',
  summary: 'List the ways to sign in, in the order of the sign-in page',
  tag: 'web ui',
  access: 'public',
  answers: { 200: { description: 'The ways to sign in', schema: signInMethodsSchema } },
  handle: ({ services: { settings } }) =>
    Promise.resolve({
      status: 200,
      json: { methods: methodsOf(settings), problems: providerProblems },
    }),
});

const mailRoute = defineRoute({
  method: 'POST',
  path: '/ui/sign-in/mail',
  name: 'requestSignInMail',
  takes: ['x-requested-with'],
  sends: ['set-cookie'],
  refuses: ['cross_site_request', 'not_found', 'too_many_requests'],
  summary:
    'Send a sign-in link to the address, if a team knows it; the answer to unknown addresses is the same. The link works once, within 10 minutes',
  tag: 'web ui',
  access: 'public',
  body: { schema: signInMailSchema, limitBytes: 10_000 },
  answers: {
    202: {
      description: 'The link is sent if a team knows the address',
      schema: signInMailSentSchema,
    },
  },
  handle: async ({ body, header, clientHost, now, services }) => {
    const { database, settings } = services;
    const { publicUrl } = settings;
    assertNoForeignPage(header, publicUrl);
    if (settings.smtpUrl === undefined)
      refuse('not_found', 'This installation sends no sign-in links: SMTP_URL is not set.');
    const { document } = await parseObject(body);
    const given = assertValid(signInMailSchema, document, 'invalid_body');
    const { browser, digits, expiresAt } = await requestSignInMail(database, {
      email: checkAddress(given.email),
      host: clientHost,
      browser: readCookie(header, mailCookie.name),
      returnTo: given.return === undefined ? undefined : ownPath(given.return),
      now,
    });
    const cookie = writeShortCookie(mailCookie, browser, publicUrl);
    const headers = { 'set-cookie': cookie, 'cache-control': 'no-store' };
    return { status: 202, headers, json: { digits, expiresAt: expiresAt.toISOString() } };
  },
});

function checkAddress(text: string): string {
  try {
    return checkEmailAddress(text.trim());
  } catch {
    const message = 'must be an e-mail address';
    return refuse('invalid_body', `'email' ${message}.`, {
      violations: [{ field: 'email', message }],
    });
  }
}

/** The ways to sign in, and the mail with a link. */
export const signInRoutes: readonly Route[] = [methodsRoute, mailRoute];
