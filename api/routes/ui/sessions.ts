import type { Static } from '@sinclair/typebox';
import { checkSession } from '../../../commands/sessions/check-session.ts';
import { signIn } from '../../../commands/sessions/sign-in.ts';
import { signOut } from '../../../commands/sessions/sign-out.ts';
import type { Principal } from '../../../domain/principal.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { assertNoForeignPage } from '../../auth/own-page.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { signInSchema, uiSessionSchema } from '../../schemas/ui/sessions.ts';
import { readSessionCookie, writeSessionCookie } from '../../auth/session-cookie.ts';

const path = '/ui/session';

function present(principal: Principal, expiresAt: Date): Static<typeof uiSessionSchema> {
  return {
    principal: principal.name,
    organizationId: principal.organizationId,
    scope: principal.scope,
    teamId: principal.teamId ?? null,
    email: principal.email ?? null,
    isOwner: principal.isOwner ?? false,
    expiresAt: expiresAt.toISOString(),
  };
}

const signInRoute = defineRoute({
  method: 'POST',
  path,
  name: 'signIn',
  takes: ['x-requested-with'],
  sends: ['set-cookie'],
  refuses: ['api_key_invalid', 'cross_site_request'],
  summary: 'Sign in to the web UI with an API key; the answer sets the cookie of the session',
  tag: 'web ui',
  access: 'public',
  body: { schema: signInSchema, limitBytes: 10_000 },
  answers: { 200: { description: 'Signed in, for twelve hours', schema: uiSessionSchema } },
  handle: async ({ body, header, requestId, now, services }) => {
    const { publicUrl } = services.settings;
    // Without this check, another site could sign a user in under an account of its choice.
    assertNoForeignPage(header, publicUrl);
    const { document } = await parseObject(body);
    const { apiKey } = assertValid(signInSchema, document, 'invalid_body');
    const signedIn = await signIn(services.database, { apiKey, requestId, now });
    const { token, principal, expiresAt } = signedIn;
    const headers = {
      'set-cookie': writeSessionCookie(token, publicUrl),
      'cache-control': 'no-store',
    };
    return { status: 200, headers, json: present(principal, expiresAt) };
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
  handle: async ({ header, principal, now, services }) => {
    const session = await checkSession(services.database.knex, readSessionCookie(header), now);
    return { status: 200, json: present(principal, session.expiresAt) };
  },
});

const signOutRoute = defineRoute({
  method: 'DELETE',
  path,
  name: 'signOut',
  sends: ['set-cookie'],
  summary: 'Sign out; the cookie of the session is no longer accepted',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  answers: { 204: { description: 'Signed out' } },
  handle: async ({ header, principal, requestId, now, services }) => {
    const { database, settings } = services;
    const { tokenHash } = await checkSession(database.knex, readSessionCookie(header), now);
    await signOut(database, { tokenHash, principal, requestId, now });
    return {
      status: 204,
      headers: { 'set-cookie': writeSessionCookie(undefined, settings.publicUrl) },
    };
  },
});

/** Sign-in and sign-out of the web UI. */
export const uiSessionRoutes: readonly Route[] = [signInRoute, getRoute, signOutRoute];
