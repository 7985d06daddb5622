import { asAgent } from '../../../db/acting-agent.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { refuse } from '../../../domain/errors.ts';
import { featuresOf } from '../../../domain/organizations/features.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { mcpPath } from '../../api-paths.ts';
import type { ApiRequest } from '../../exchange.ts';
import { answerMessage } from '../../mcp/protocol.ts';
import { defineRoute } from '../../route.ts';
import { mcpAnswerSchema, mcpMessageSchema } from '../../schemas/agents/mcp.ts';
import type { Services } from '../../services.ts';

type McpRequest = Pick<ApiRequest<unknown, unknown>, 'header' | 'principal' | 'services'>;

/** A page of another site must not reach an MCP server that listens on a machine of its visitor (DNS rebinding). */
function assertOwnOrigin({ header, services: { settings } }: McpRequest): void {
  const origin = header('origin');
  if (origin === undefined || origin === new URL(settings.publicUrl).origin) return;
  refuse('cross_site_request', 'Pages of other sites cannot use the MCP server.');
}

async function admit(
  { database, countMessage }: Services,
  organizationId: OrganizationId,
): Promise<void> {
  const stored = await findSettingsDocument(database.knex, { organizationId, name: 'features' });
  const { agentsEnabled, agentMessagesPerMinute } = featuresOf(stored?.body);
  if (!agentsEnabled)
    refuse('permission_denied', 'Agents are switched off in the settings of the organization.');
  countMessage(organizationId, agentMessagesPerMinute);
}

function readMessage(text: string): unknown {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    refuse('malformed_body', 'The body is no JSON.');
  }
  if (Array.isArray(message))
    refuse('bad_request', 'Batches are not part of the protocol: send one message per request.');
  return message;
}

/** The MCP server (Streamable HTTP, without sessions). */
export const mcpRoute = defineRoute({
  method: 'POST',
  path: mcpPath,
  name: 'sendMcpMessage',
  takes: ['mcp-protocol-version'],
  refuses: ['cross_site_request', 'permission_denied', 'too_many_requests'],
  summary:
    'Send a message of the Model Context Protocol; tools run with the rights of the person or the key',
  tag: 'agents',
  access: 'agent',
  permission: 'read',
  repeatable: false,
  errors: 'rpc',
  body: {
    schema: mcpMessageSchema,
    limitBytes: 256 * 1024,
  },
  answers: {
    200: { description: 'The answer', schema: mcpAnswerSchema },
    202: { description: 'A notification was received', mayBeEmpty: true },
  },
  handle: async (request) => {
    const { body, header, principal, requestId, services, gone } = request;
    assertOwnOrigin(request);
    await admit(services, principal.organizationId);
    const message = readMessage(body.text);
    const answer = await asAgent(principal.agent ?? 'unknown', () =>
      answerMessage({
        message,
        protocolVersion: header('mcp-protocol-version'),
        request: { principal, requestId, gone },
        services,
      }),
    );
    return answer === undefined ? { status: 202 } : { status: 200, text: answer };
  },
});
