import type { Static } from '@sinclair/typebox';
import type { SignedIn } from '../../../commands/sessions/begin-session.ts';
import { checkSession } from '../../../commands/sessions/check-session.ts';
import { readProviderToken } from '../../../commands/sessions/read-provider-token.ts';
import { signInWithCode } from '../../../commands/sessions/sign-in-with-code.ts';
import { signIn } from '../../../commands/sessions/sign-in.ts';
import { signOut } from '../../../commands/sessions/sign-out.ts';
import type { UiSession } from '../../../db/tables/organizations/ui-sessions.ts';
import { refuse } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { assertNoForeignPage } from '../../auth/own-page.ts';
import { readSessionCookie, writeSessionCookie } from '../../auth/session-cookie.ts';
import { mailCookie, readCookie } from '../../auth/short-cookies.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { presentUiSession } from '../../present/ui-session.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { signedOutSchema, signInSchema, uiSessionSchema } from '../../schemas/ui/sessions.ts';
import type { Services } from '../../services.ts';

const path = '/ui/session';

/** The answer to a sign-in: the session, and its cookie. */
export async function answerSignedIn(
  { database: { knex }, settings }: Services,
  { token, principal, expiresAt, method }: SignedIn,
  now: Date,
): Promise<Answer> {
  const seconds = Math.round((expiresAt.getTime() - now.getTime()) / 1_000);
  return {
    status: 200,
    headers: {
      'set-cookie': writeSessionCookie(token, settings.publicUrl, seconds),
      'cache-control': 'no-store',
    },
    json: await presentUiSession(knex, principal, { expiresAt, method }),
  };
}

type SignInRequest = Pick<ApiRequest<object, object>, 'header' | 'requestId' | 'now' | 'services'>;

async function signInAs(
  { apiKey, code, digits }: Static<typeof signInSchema>,
  { header, requestId, now, services: { database } }: SignInRequest,
): Promise<SignedIn> {
  const request = { userAgent: header('user-agent'), requestId, now };
  if (apiKey !== undefined && code === undefined) return signIn(database, { ...request, apiKey });
  if (code !== undefined && apiKey === undefined) {
    const browser = readCookie(header, mailCookie.name);
    return signInWithCode(database, { ...request, code, digits, browser });
  }
  return refuse('invalid_body', "Send either 'apiKey' or the 'code' of a sign-in link.");
}

const signInRoute = defineRoute({
  method: 'POST',
  path,
  name: 'signIn',
  takes: ['x-requested-with'],
  sends: ['set-cookie'],
  refuses: [
    'api_key_invalid',
    'cross_site_request',
    'permission_denied',
    'sign_in_code_invalid',
    'sign_in_digits_required',
  ],
  summary:
    'Sign in to the web UI with the code of a sign-in link or with an API key; the answer sets the cookie of the session',
  tag: 'web ui',
  access: 'public',
  body: { schema: signInSchema, limitBytes: 10_000 },
  answers: { 200: { description: 'Signed in, for twelve hours', schema: uiSessionSchema } },
  handle: async ({ body, ...request }) => {
    const { header, now, services } = request;
    // Without this check, another site could sign a user in under an account of its choice.
    assertNoForeignPage(header, services.settings.publicUrl);
    const { document } = await parseObject(body);
    const given = assertValid(signInSchema, document, 'invalid_body');
    return answerSignedIn(services, await signInAs(given, request), now);
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getSession',
  summary: 'Get the current session: who is signed in, and until when',
  tag: 'web ui',
  access: 'session',
  answers: { 200: { description: 'The session', schema: uiSessionSchema } },
  handle: async ({ header, principal, now, services: { database } }) => {
    const session = await checkSession(database.knex, readSessionCookie(header), now);
    return { status: 200, json: await presentUiSession(database.knex, principal, session) };
  },
});

const signOutRoute = defineRoute({
  method: 'DELETE',
  path,
  name: 'signOut',
  sends: ['set-cookie'],
  summary:
    'Sign out; the cookie of the session is no longer accepted. A page then opens signOutUrl, if there is one',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  answers: {
    200: {
      description: 'Signed out here; the sign-in provider has a session, too',
      schema: signedOutSchema,
    },
    204: { description: 'Signed out' },
  },
  handle: async ({ header, principal, requestId, now, services }) => {
    const { database, settings } = services;
    const session = await checkSession(database.knex, readSessionCookie(header), now);
    const signOutUrl = await findSignOutUrl(session, principal.organizationId, services);
    await signOut(database, { tokenHash: session.tokenHash, principal, requestId, now });
    const headers = { 'set-cookie': writeSessionCookie(undefined, settings.publicUrl) };
    return signOutUrl === undefined
      ? { status: 204, headers }
      : {
          status: 200,
          headers: { ...headers, 'cache-control': 'no-store' },
          json: { signOutUrl },
        };
  },
});

/** Undefined if the person has not signed in with the provider, or if the provider has no such page or does not answer. */
async function findSignOutUrl(
  session: UiSession,
  organizationId: string,
  { oidc, settings }: Services,
): Promise<string | undefined> {
  const idToken = readProviderToken(session, organizationId, settings.secretKey);
  return idToken === undefined
    ? undefined
    : oidc?.endUrl(idToken, `${settings.publicUrl}/sign-in`).catch(() => undefined);
}

/** Sign-in and sign-out of the web UI. */
export const uiSessionRoutes: readonly Route[] = [signInRoute, getRoute, signOutRoute];
