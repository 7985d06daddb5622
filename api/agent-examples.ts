/** Bodies of agents and of clients of OAuth, by the names of their schemas. */
export const agentExamples: Readonly<Record<string, unknown>> = {
  McpMessage: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  AgentClientRegistration: {
    client_name: 'Claude',
    redirect_uris: ['http://127.0.0.1:33418/callback'],
  },
  OauthTokenRequest: {
    grant_type: 'refresh_token',
    client_id: '01890a5d-ac96-774b-bcce-b302099a8057',
    refresh_token: 'mcp_…',
  },
  OauthRevocation: { token: 'mcp_…' },
  AgentConsentDecision: { request: 'response_type=code&client_id=…', allow: true },
};
