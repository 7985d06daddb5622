import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const uri = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const texts = (description: string, values: string[]) =>
  Type.Array(Type.String(), { description, examples: [values] });
const address = 'https://concordat.example.com';

/** What clients read about /mcp (RFC 9728). */
export const protectedResourceSchema = Type.Object(
  {
    resource: uri('Address of the MCP server', `${address}/mcp`),
    authorization_servers: texts('Who issues its tokens', [address]),
    bearer_methods_supported: texts('Where tokens are sent', ['header']),
    resource_name: Type.String({ examples: ['Concordat'] }),
    resource_documentation: uri('Documentation', `${address}/docs`),
  },
  { $id: 'ProtectedResource', description: 'The MCP server as a protected resource (RFC 9728)' },
);

/** What clients read about the authorization server (RFC 8414). */
export const authorizationServerSchema = Type.Object(
  {
    issuer: uri('This installation', address),
    authorization_endpoint: uri(
      'Where the browser goes; leads to the page on which people allow a client',
      `${address}/oauth/authorize`,
    ),
    token_endpoint: uri('Exchanges codes and refresh tokens', `${address}/oauth/token`),
    registration_endpoint: uri('Registers clients', `${address}/oauth/register`),
    revocation_endpoint: uri('Ends authorizations', `${address}/oauth/revoke`),
    response_types_supported: texts('Always `code`', ['code']),
    grant_types_supported: texts('Grants', ['authorization_code', 'refresh_token']),
    code_challenge_methods_supported: texts('PKCE is required', ['S256']),
    token_endpoint_auth_methods_supported: texts('Clients are public', ['none']),
    revocation_endpoint_auth_methods_supported: texts('Clients are public', ['none']),
    authorization_response_iss_parameter_supported: Type.Boolean({
      description: 'The browser returns with `iss` (RFC 9207)',
    }),
  },
  { $id: 'AuthorizationServer', description: 'The authorization server (RFC 8414)' },
);

const maxUris = 10;

/** A client that registers itself (RFC 7591); further members are ignored. */
export const clientRegistrationSchema = Type.Object(
  {
    redirect_uris: Type.Array(Type.String({ examples: ['http://127.0.0.1:33418/callback'] }), {
      minItems: 1,
      maxItems: maxUris,
      description:
        'Addresses to which the browser returns: https, http on the loopback interface, or a scheme of the program',
    }),
    client_name: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Name that people see when they are asked, and in the audit log',
        examples: ['Claude'],
      }),
    ),
    token_endpoint_auth_method: Type.Optional(
      Type.String({ description: 'Always `none`: clients are public and use PKCE' }),
    ),
  },
  {
    $id: 'AgentClientRegistration',
    description: 'A client of OAuth that registers itself (RFC 7591)',
    additionalProperties: true,
  },
);

/** The client as it was registered. */
export const registeredClientSchema = Type.Object(
  {
    client_id: Type.String({ examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
    client_id_issued_at: Type.Integer({ description: 'Seconds since 1970' }),
    client_name: Type.String({ examples: ['Claude'] }),
    redirect_uris: Type.Array(Type.String()),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.String(),
  },
  { $id: 'AgentClient', description: 'A registered client of OAuth' },
);

const optional = (description: string) => Type.Optional(Type.String({ description }));

/** Body of the token endpoint. */
export const tokenRequestSchema = Type.Object(
  {
    grant_type: Type.String({ description: '`authorization_code` or `refresh_token`' }),
    client_id: Type.String({ description: 'Id of the registered client' }),
    code: optional('The code of the authorization'),
    code_verifier: optional('Verifier of PKCE'),
    redirect_uri: optional('As in the authorization'),
    refresh_token: optional('Works once; the answer has the next one'),
    resource: optional('Address of the MCP server'),
  },
  {
    $id: 'OauthTokenRequest',
    description: 'A code or a refresh token, in exchange for tokens (RFC 6749)',
    additionalProperties: true,
  },
);

/** Answer of the token endpoint. */
export const tokensSchema = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds', examples: [3_600] }),
    refresh_token: Type.String({ description: 'Works once, within 30 days' }),
  },
  { $id: 'OauthTokens', description: 'Tokens of an authorization' },
);

/** Body of the revocation endpoint. */
export const revocationSchema = Type.Object(
  {
    token: Type.String({ description: 'An access or refresh token' }),
    client_id: optional('Id of the registered client'),
  },
  {
    $id: 'OauthRevocation',
    description: 'A token whose authorization ends (RFC 7009)',
    additionalProperties: true,
  },
);

/** What the consent page shows. */
export const consentSchema = Type.Object(
  {
    clientName: Type.String({ description: 'As the client calls itself', examples: ['Claude'] }),
    returnsTo: Type.String({
      description: 'Host, or scheme of the program, that gets the code',
      examples: ['127.0.0.1'],
    }),
    redirect: orNull(
      Type.String({ description: 'Set if the request is wrong: the browser goes there at once' }),
    ),
  },
  { $id: 'AgentConsent', description: 'A request of a client, which the signed-in person decides' },
);

/** The decision of the person. */
export const consentDecisionSchema = Type.Object(
  {
    request: Type.String({ maxLength: 8_000, description: 'As the authorization page has it' }),
    allow: Type.Boolean(),
  },
  {
    $id: 'AgentConsentDecision',
    description: 'The decision of a person about a client',
    additionalProperties: false,
  },
);

/** Where the browser goes on. */
export const consentAnswerSchema = Type.Object(
  { redirect: Type.String({ description: 'Address of the client, with the code or the error' }) },
  { $id: 'AgentConsentAnswer', description: 'Where the browser goes on' },
);

/** An agent that the person or the key has allowed something. */
export const ownAgentSchema = Type.Object(
  {
    id: Type.String(),
    clientName: Type.String({ examples: ['Claude'] }),
    redirectUri: Type.String({ examples: ['http://127.0.0.1:33418/callback'] }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'OwnAgent', description: 'An agent that acts for the person or the key' },
);
