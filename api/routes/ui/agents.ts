import { Type } from '@sinclair/typebox';
import { allowAgent } from '../../../commands/agents/allow-agent.ts';
import { revokeOwnGrant } from '../../../commands/agents/revoke-agent.ts';
import { checkSession } from '../../../commands/sessions/check-session.ts';
import { listOwnGrants } from '../../../db/tables/agents/grants.ts';
import type { GrantOwner } from '../../../db/tables/agents/grants.ts';
import type { SessionOwner } from '../../../db/tables/organizations/ui-sessions.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { readSessionCookie } from '../../auth/session-cookie.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  consentAnswerSchema,
  consentDecisionSchema,
  consentSchema,
  ownAgentSchema,
} from '../../schemas/agents/oauth.ts';
import { returnAddress, readAuthorization } from '../agents/authorization.ts';

const shared = { tag: 'web ui', access: 'session' } as const;

const consentRoute = defineRoute({
  ...shared,
  method: 'GET',
  path: '/ui/agent-authorization',
  name: 'getAgentConsent',
  refuses: ['invalid_client', 'invalid_redirect_uri'],
  summary: 'Get what an OAuth client asks the signed-in person for',
  query: Type.Object({
    request: Type.String({ maxLength: 8_000, description: 'As the authorization page has it' }),
  }),
  answers: { 200: { description: 'The request', schema: consentSchema } },
  handle: async ({ query, services }) => {
    const asked = await readAuthorization(services, query.request);
    const { protocol, hostname } = new URL(asked.redirectUri);
    const json = {
      clientName: asked.client.name,
      returnsTo: hostname === '' ? protocol.slice(0, -1) : hostname,
      redirect: 'error' in asked ? returnAddress(services, asked, { error: asked.error }) : null,
    };
    return { status: 200, json };
  },
});

const decideRoute = defineRoute({
  ...shared,
  method: 'POST',
  path: '/ui/agent-authorization',
  name: 'decideAgentConsent',
  refuses: ['invalid_client', 'invalid_redirect_uri'],
  summary: 'Allow or deny what an OAuth client asks for; the answer says where the browser goes on',
  permission: 'read',
  repeatable: false,
  body: { schema: consentDecisionSchema, limitBytes: 10_000 },
  answers: { 200: { description: 'Where to go', schema: consentAnswerSchema } },
  handle: async ({ body, header, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const { request, allow } = assertValid(consentDecisionSchema, document, 'invalid_body');
    const asked = await readAuthorization(services, request);
    if ('error' in asked || !allow) {
      const error = 'error' in asked ? asked.error : 'access_denied';
      return { status: 200, json: { redirect: returnAddress(services, asked, { error }) } };
    }
    const { database } = services;
    const owner = await checkSession(database.knex, readSessionCookie(header), now);
    const code = await allowAgent(database, { owner, ...asked, requestId, now });
    const redirect = returnAddress(services, asked, { code });
    return { status: 200, json: { redirect }, headers: { 'cache-control': 'no-store' } };
  },
});

const listRoute = defineRoute({
  ...shared,
  method: 'GET',
  path: '/ui/agents',
  name: 'listOwnAgents',
  summary: 'List the agents that the person or the key has allowed to act, newest first',
  answers: { 200: { description: 'At most 100', schema: Type.Array(ownAgentSchema) } },
  handle: async ({ header, now, services: { database } }) => {
    const owner = await checkSession(database.knex, readSessionCookie(header), now);
    const grants = await listOwnGrants(database.knex, ownerOf(owner));
    const json = grants.map((grant) => ({ ...grant, createdAt: grant.createdAt.toISOString() }));
    return { status: 200, json };
  },
});

const revokeRoute = defineRoute({
  ...shared,
  method: 'DELETE',
  path: '/ui/agents/:id',
  params: Type.Object({ id: Type.String({ description: 'Id from the list of own agents' }) }),
  name: 'revokeOwnAgent',
  summary: 'End what an agent was allowed, with all its tokens',
  permission: 'read',
  answers: { 204: { description: 'The agent can do nothing any more' } },
  handle: async ({ params: { id }, principal, header, requestId, now, services }) => {
    const { database } = services;
    const owner = await checkSession(database.knex, readSessionCookie(header), now);
    await revokeOwnGrant(database, ownerOf(owner), { id, principal, requestId, now });
    return { status: 204 };
  },
});

function ownerOf(owner: SessionOwner): GrantOwner {
  if ('person' in owner) {
    const { organizationId, id } = owner.person;
    return { organizationId, personId: id, apiKeyId: undefined };
  }
  const { organizationId, id } = owner.key;
  return { organizationId, personId: undefined, apiKeyId: id };
}

/** The consent of people to agents, and its end. */
export const uiAgentRoutes: readonly Route[] = [consentRoute, decideRoute, listRoute, revokeRoute];
