import { mcpPath, resourceMetadataPath } from '../../api-paths.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { authorizationServerSchema, protectedResourceSchema } from '../../schemas/agents/oauth.ts';

const resource = (path: string, name: string) =>
  defineRoute({
    method: 'GET',
    path,
    name,
    summary: 'Describe the MCP server as a protected resource of OAuth (RFC 9728)',
    tag: 'agents',
    access: 'public',
    answers: { 200: { description: 'The description', schema: protectedResourceSchema } },
    handle: ({ services: { settings } }) => {
      const { publicUrl } = settings;
      const json = {
        resource: `${publicUrl}${mcpPath}`,
        authorization_servers: [publicUrl],
        bearer_methods_supported: ['header'],
        resource_name: 'Concordat',
        resource_documentation: `${publicUrl}/docs`,
      };
      return Promise.resolve({ status: 200, json });
    },
  });

const serverRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  name: 'getAuthorizationServer',
  summary: 'Describe the authorization server of OAuth (RFC 8414)',
  tag: 'agents',
  access: 'public',
  answers: { 200: { description: 'The description', schema: authorizationServerSchema } },
  handle: ({ services: { settings } }) => {
    const { publicUrl } = settings;
    const json = {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
    return Promise.resolve({ status: 200, json });
  },
});

/** From these, clients learn where to sign in. */
export const agentMetadataRoutes: readonly Route[] = [
  resource(resourceMetadataPath, 'getProtectedResource'),
  resource('/.well-known/oauth-protected-resource', 'getDefaultProtectedResource'),
  serverRoute,
];
