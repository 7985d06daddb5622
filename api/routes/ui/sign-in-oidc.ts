import { Type } from '@sinclair/typebox';
import { findHomeOrganization } from '../../../commands/sessions/find-home-organization.ts';
import { signInPerson } from '../../../commands/sessions/sign-in-person.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import { readAccount } from '../../../domain/organizations/provider-claims.ts';
import type { ProviderProblem } from '../../../domain/organizations/provider-claims.ts';
import { mailedLinkMinutes, ownPath } from '../../../domain/organizations/sign-in-code.ts';
import type { OidcSettings } from '../../../domain/organizations/sign-in-settings.ts';
import type { OidcAttempt, OidcResult } from '../../../lib/oidc/client.ts';
import { OidcFailure } from '../../../lib/oidc/failure.ts';
import type { OidcProvider } from '../../../lib/oidc/provider.ts';
import { openSecret, sealSecret } from '../../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../../lib/secrets/secrets.ts';
import { oidcCallbackPath } from '../../auth/open-oidc.ts';
import { writeSessionCookie } from '../../auth/session-cookie.ts';
import { oidcCookie, readCookie, writeShortCookie } from '../../auth/short-cookies.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Services } from '../../services.ts';

type Request = ApiRequest<object, object>;

/** What the cookie of a begun sign-in holds. */
type Begun = OidcAttempt & { returnTo: string; expiresAt: number };

const location = ['sign-in', 'oidc'];

type Configured = { provider: OidcProvider; oidc: OidcSettings; secretKey: SecretKeys };

function configured({ oidc: provider, settings: { oidc, secretKey } }: Services): Configured {
  if (provider && oidc && secretKey) return { provider, oidc, secretKey };
  return refuse('not_found', 'This installation has no sign-in provider: OIDC_ISSUER is not set.');
}

function redirect(to: string, cookie?: string): Answer {
  const headers = { location: to, 'set-cookie': cookie, 'cache-control': 'no-store' };
  return { status: 303, headers };
}

/** Back to the sign-in page, which shows the sentence of the problem. */
function redirectToProblem(
  { settings: { publicUrl } }: Services,
  problem: ProviderProblem,
  returnTo: string,
): Answer {
  const query = new URLSearchParams({ error: problem, return: returnTo });
  return redirect(`${publicUrl}/sign-in?${query.toString()}`);
}

function problemOf({ log }: Services, error: unknown): ProviderProblem {
  if (!(error instanceof OidcFailure)) throw error;
  log.warn({ reason: error.reason, detail: error.message }, 'sign-in with the provider failed');
  if (error.reason === 'unreachable') return 'provider_unreachable';
  return error.reason === 'refused' ? 'sign_in_cancelled' : 'sign_in_failed';
}

const beginRoute = defineRoute({
  method: 'GET',
  path: '/ui/sign-in/oidc',
  name: 'beginProviderSignIn',
  sends: ['location', 'set-cookie'],
  refuses: ['not_found'],
  summary: 'Begin a sign-in with the sign-in provider; browsers follow the redirect',
  tag: 'web ui',
  access: 'public',
  query: Type.Object({
    return: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Path of the page that needed the sign-in' }),
    ),
  }),
  answers: {
    303: {
      description: 'To the provider, or to /sign-in?error=… if it does not answer',
    },
  },
  handle: async ({ query, now, services }) => {
    const { provider, secretKey } = configured(services);
    const returnTo = ownPath(query.return);
    try {
      const { url, attempt } = await provider.begin();
      const expiresAt = now.getTime() + mailedLinkMinutes * 60_000;
      const begun: Begun = { ...attempt, returnTo, expiresAt };
      const sealed = sealSecret(JSON.stringify(begun), secretKey, location);
      return redirect(url, writeShortCookie(oidcCookie, sealed, services.settings.publicUrl));
    } catch (error) {
      return redirectToProblem(services, problemOf(services, error), returnTo);
    }
  },
});

function readBegun({ header, now }: Request, secretKey: SecretKeys): Begun | undefined {
  try {
    const sealed = readCookie(header, oidcCookie.name) ?? '';
    const begun = JSON.parse(openSecret(sealed, secretKey, location)) as Begun;
    return begun.expiresAt > now.getTime() ? begun : undefined;
  } catch {
    return undefined;
  }
}

const callbackRoute = defineRoute({
  method: 'GET',
  path: oidcCallbackPath,
  name: 'finishProviderSignIn',
  sends: ['location', 'set-cookie'],
  refuses: ['not_found'],
  summary: 'Finish a sign-in with the sign-in provider, which redirects browsers here',
  tag: 'web ui',
  access: 'public',
  answers: {
    303: {
      description:
        'To the page that needed the sign-in, with the cookie of the session, or to /sign-in?error=…',
    },
  },
  handle: async (request) => {
    const { url, services } = request;
    const { provider, secretKey } = configured(services);
    const begun = readBegun(request, secretKey);
    if (!begun) return redirectToProblem(services, 'sign_in_expired', '/');
    try {
      return await signInAs(await provider.finish(url, begun), begun, request);
    } catch (error) {
      return redirectToProblem(services, problemOf(services, error), begun.returnTo);
    }
  },
});

async function signInAs(
  { claims, idToken }: OidcResult,
  { returnTo }: Begun,
  { header, requestId, now, services }: Request,
): Promise<Answer> {
  const { database, settings } = services;
  const { oidc, secretKey } = configured(services);
  const account = readAccount(claims, oidc);
  if ('problem' in account) return redirectToProblem(services, account.problem, returnTo);
  // Without a list of domains, every account of a public provider could read the catalog.
  const admitsUnknown = oidc.allowedDomains.length > 0;
  const { email, name } = account;
  const organizationId = await findHomeOrganization(database.knex, email, { admitsUnknown });
  if (!organizationId) return redirectToProblem(services, 'person_unknown', returnTo);
  const signedIn = await transact(database, (tx) =>
    signInPerson(
      tx,
      { organizationId, email, name },
      {
        method: 'oidc',
        provider: { idToken, secretKey },
        userAgent: header('user-agent'),
        requestId,
        now,
      },
    ),
  );
  const cookie = writeSessionCookie(signedIn.token, settings.publicUrl);
  return redirect(`${settings.publicUrl}${returnTo}`, cookie);
}

/** Sign-in with an OpenID Connect provider. */
export const oidcSignInRoutes: readonly Route[] = [beginRoute, callbackRoute];
