import type { TSchema, Static } from '@sinclair/typebox';
import { exchangeCode, refreshTokens } from '../../../commands/agents/issue-agent-tokens.ts';
import type { AgentTokens } from '../../../commands/agents/issue-agent-tokens.ts';
import { registerAgentClient } from '../../../commands/agents/register-agent-client.ts';
import { revokeAgentToken } from '../../../commands/agents/revoke-agent.ts';
import type { Database } from '../../../db/connect.ts';
import { findAgentClient } from '../../../db/tables/agents/clients.ts';
import { accessSeconds } from '../../../domain/agents/secrets.ts';
import { Refusal, refuse } from '../../../domain/errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import { oneLine } from '../../../domain/notifications/plain-text.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, RawBody } from '../../exchange.ts';
import {
  clientRegistrationSchema,
  registeredClientSchema,
  revocationSchema,
  tokenRequestSchema,
  tokensSchema,
} from '../../schemas/agents/oauth.ts';

const shared = { method: 'POST', tag: 'agents', access: 'public', errors: 'oauth' } as const;
const noStore = { 'cache-control': 'no-store' };
/** Bodies up to these sizes are parsed in this process: unauthenticated clients must not occupy task processes. */
const maxJsonBytes = 32_768;
const maxFormBytes = 8_192;

const registerRoute = defineRoute({
  ...shared,
  path: '/oauth/register',
  name: 'registerAgentClient',
  refuses: ['invalid_client_metadata', 'invalid_redirect_uri', 'too_many_requests'],
  summary:
    'Register a client of OAuth (RFC 7591); a client can do nothing until a person has allowed it',
  body: { schema: clientRegistrationSchema, limitBytes: maxJsonBytes },
  answers: { 201: { description: 'The client', schema: registeredClientSchema } },
  handle: async ({ body, clientHost, now, services: { database } }) => {
    const given = await readRegistration(body);
    const client = await registerAgentClient(database, {
      name: oneLine(given.client_name ?? '').trim() || 'unnamed client',
      redirectUris: given.redirect_uris,
      host: clientHost,
      now,
    });
    const json = {
      client_id: client.id,
      client_id_issued_at: Math.floor(now.getTime() / 1_000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    return { status: 201, json, headers: noStore };
  },
});

async function readRegistration(body: RawBody): Promise<Static<typeof clientRegistrationSchema>> {
  const { document } = await parseObject(body);
  try {
    return assertValid(clientRegistrationSchema, document, 'invalid_body');
  } catch (error) {
    if (error instanceof Refusal) refuse('invalid_client_metadata', error.message);
    throw error;
  }
}

const formBody = (schema: TSchema) => ({
  formats: ['x-www-form-urlencoded'] as const,
  schema,
  limitBytes: maxFormBytes,
});

/** The members of a form; a member that is sent twice is refused (RFC 6749 §3.2). */
function readForm<Schema extends TSchema>(schema: Schema, { text }: RawBody): Static<Schema> {
  const pairs = [...new URLSearchParams(text)];
  const members = Object.fromEntries(pairs);
  const repeated = pairs.find(([name], index) => pairs.findIndex(([n]) => n === name) !== index);
  if (repeated) refuse('bad_request', `'${repeated[0].slice(0, 100)}' is sent twice.`);
  return assertValid(schema, members, 'invalid_body');
}

const tokenRoute = defineRoute({
  ...shared,
  path: '/oauth/token',
  name: 'issueAgentTokens',
  refuses: ['invalid_client', 'invalid_grant', 'unsupported_grant_type'],
  summary: 'Exchange an authorization code or a refresh token for tokens (RFC 6749)',
  body: formBody(tokenRequestSchema),
  answers: { 200: { description: 'The tokens', schema: tokensSchema } },
  handle: async ({ body, now, services: { database, settings } }) => {
    const form = readForm(tokenRequestSchema, body);
    const { client_id: clientId, resource } = form;
    await assertRegistered(database, clientId);
    if (resource !== undefined && !isOwnResource(resource, settings.publicUrl))
      refuse('bad_request', `resource must be ${settings.publicUrl}/mcp.`);
    if (form.grant_type === 'refresh_token') {
      const token = required(form.refresh_token, 'refresh_token');
      return answerTokens(await refreshTokens(database, { token, clientId, now }));
    }
    if (form.grant_type !== 'authorization_code')
      refuse('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
    const code = required(form.code, 'code');
    const verifier = required(form.code_verifier, 'code_verifier');
    const exchange = { code, verifier, redirectUri: form.redirect_uri, clientId, now };
    return answerTokens(await exchangeCode(database, exchange));
  },
});

/** Clients that get this code register again, so that a deleted client is not stuck. */
async function assertRegistered({ knex }: Database, clientId: string): Promise<void> {
  if (isUuid(clientId) && (await findAgentClient(knex, clientId))) return;
  refuse('invalid_client', 'The client is not registered here: let it register again.');
}

function required(value: string | undefined, name: string): string {
  return value ?? refuse('bad_request', `'${name}' is missing.`);
}

/** True if the address names the MCP server of this installation. */
export function isOwnResource(resource: string, publicUrl: string): boolean {
  return [publicUrl, `${publicUrl}/`, `${publicUrl}/mcp`].includes(resource);
}

function answerTokens({ access, refresh }: AgentTokens): Answer {
  return {
    status: 200,
    json: {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessSeconds,
      refresh_token: refresh,
    },
    headers: noStore,
  };
}

const revokeRoute = defineRoute({
  ...shared,
  path: '/oauth/revoke',
  name: 'revokeAgentTokens',
  summary:
    'End an authorization with all its tokens (RFC 7009); unknown tokens are answered in the same way',
  body: formBody(revocationSchema),
  answers: { 200: { description: 'The token does not work any more', mayBeEmpty: true } },
  handle: async ({ body, services: { database } }) => {
    const { token, client_id: clientId } = readForm(revocationSchema, body);
    await revokeAgentToken(database, { token, clientId });
    return { status: 200 };
  },
});

/** The endpoints that clients of OAuth call themselves. */
export const oauthRoutes: readonly Route[] = [registerRoute, tokenRoute, revokeRoute];
