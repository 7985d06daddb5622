import { findAgentClient } from '../../../db/tables/agents/clients.ts';
import type { AgentClient } from '../../../db/tables/agents/clients.ts';
import { isRegistered } from '../../../domain/agents/redirect-uris.ts';
import { refuse } from '../../../domain/errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { isOwnResource } from './oauth.ts';

/** A request of a client whose identity and return address are known. */
type Asked = { client: AgentClient; redirectUri: string; state: string | undefined };

/** Such a request, with what is wrong with it for the client to know. */
export type Authorization = Asked & ({ codeChallenge: string } | { error: string });

const challengePattern = /^[\w-]{43}$/;

/**
 * Reads the request that the authorization page has (RFC 6749 §4.1.1 with PKCE). A wrong client or return address is refused with
 * `invalid_client` or `invalid_redirect_uri`, because only the registered address may get the answer.
 */
export async function readAuthorization(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  request: string,
): Promise<Authorization> {
  const query = new URLSearchParams(Buffer.from(request, 'base64url').toString());
  const id = query.get('client_id') ?? '';
  const client = isUuid(id) ? await findAgentClient(database.knex, id) : undefined;
  if (!client)
    refuse('invalid_client', 'The client is not registered here: let it register again.');
  const redirectUri = query.get('redirect_uri') ?? onlyUri(client);
  if (!isRegistered(redirectUri, client.redirectUris))
    refuse('invalid_redirect_uri', `${client.name} did not register the address to return to.`);
  const asked = { client, redirectUri, state: query.get('state') ?? undefined };
  const codeChallenge = query.get('code_challenge') ?? '';
  const error = problemOf(query, settings.publicUrl);
  return error === undefined ? { ...asked, codeChallenge } : { ...asked, error };
}

function onlyUri({ redirectUris: [only, ...others] }: AgentClient): string {
  if (only !== undefined && others.length === 0) return only;
  return refuse('invalid_redirect_uri', 'redirect_uri is missing.');
}

function problemOf(query: URLSearchParams, publicUrl: string): string | undefined {
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  const usesS256 = query.get('code_challenge_method') === 'S256';
  if (!usesS256 || !challengePattern.test(query.get('code_challenge') ?? ''))
    return 'invalid_request';
  const resource = query.get('resource');
  return resource === null || isOwnResource(resource, publicUrl) ? undefined : 'invalid_target';
}

/** The address of the client with the answer, its state, and the issuer (RFC 9207). */
export function returnAddress(
  { settings }: Pick<Services, 'settings'>,
  { redirectUri, state }: Asked,
  answer: { code: string } | { error: string },
): string {
  const url = new URL(redirectUri);
  const members = { ...answer, ...(state !== undefined && { state }), iss: settings.publicUrl };
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  return url.href;
}

/** Longer queries would make addresses that are refused. */
const maxQueryLength = 5_000;

/** The query goes on as one opaque value: pages rewrite parameters that look like numbers or JSON. */
export const authorizeRoute: Route = defineRoute({
  method: 'GET',
  path: '/oauth/authorize',
  name: 'beginAgentAuthorization',
  sends: ['location'],
  summary: 'Lead the browser to the page on which the signed-in person allows an OAuth client',
  tag: 'agents',
  access: 'public',
  errors: 'oauth',
  answers: { 302: { description: 'Location is the page' } },
  handle: ({ url, services: { settings } }) => {
    const query = url.search.slice(1);
    if (query.length > maxQueryLength)
      refuse('bad_request', `The query is longer than ${maxQueryLength} characters.`);
    const request = Buffer.from(query).toString('base64url');
    const location = `${settings.publicUrl}/authorize?request=${request}`;
    return Promise.resolve({ status: 302, headers: { location } });
  },
});
