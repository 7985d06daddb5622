import { Type } from '@sinclair/typebox';

/** Settings of the sign-in to the web UI, read by `config.ts`. */
export const signInSettings = {
  oidcIssuer: {
    env: 'OIDC_ISSUER',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/@?#\\s]+(/[^@?#\\s]*)?$',
        description: 'an address like https://login.example.com/realms/main',
      }),
    ),
    meaning: 'OpenID Connect provider with which people sign in; without it there is no such way',
  },
  oidcClientId: {
    env: 'OIDC_CLIENT_ID',
    schema: Type.Optional(Type.String({ maxLength: 500 })),
    meaning: 'Client that the provider knows for this service',
  },
  oidcClientSecret: {
    env: 'OIDC_CLIENT_SECRET',
    schema: Type.Optional(Type.String({ maxLength: 2_000 })),
    meaning: 'Secret of that client; without it the client is a public one',
    secret: true,
  },
  oidcName: {
    env: 'OIDC_NAME',
    schema: Type.Optional(Type.String({ maxLength: 60 })),
    meaning: 'Name of the provider on the sign-in page; default its host',
  },
  oidcScopes: {
    env: 'OIDC_SCOPES',
    schema: Type.String({ default: 'openid email profile' }),
    meaning: 'Scopes that are asked for, separated by spaces',
  },
  oidcAllowedDomains: {
    env: 'OIDC_ALLOWED_DOMAINS',
    schema: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
    meaning:
      'Domains (comma-separated) whose addresses may sign in with the provider, * for all; empty means only people in a team or with a role',
  },
  oidcVerifiedClaim: {
    env: 'OIDC_VERIFIED_CLAIM',
    schema: Type.String({
      default: 'email_verified',
      pattern: '^\\w{1,100}$',
      description: 'a name of letters, digits and underscores',
    }),
    meaning: 'Claim that says that the e-mail address is verified; Entra ID: xms_edov',
  },
  trustedProxies: {
    env: 'TRUSTED_PROXIES',
    schema: Type.Integer({ default: 0, minimum: 0, maximum: 10 }),
    meaning:
      'Number of reverse proxies in front of the API; the limits of sign-ins then count the hosts in X-Forwarded-For',
  },
} as const;

type Values = {
  oidcIssuer?: string;
  oidcClientId?: string;
  oidcClientSecret?: string;
  oidcName?: string;
  oidcScopes: string;
  oidcAllowedDomains: readonly string[];
  oidcVerifiedClaim: string;
};

/** The sign-in provider. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  name: string;
  scopes: string;
  /** Empty admits only members of an organization; `*` admits everyone. */
  allowedDomains: readonly string[];
  verifiedClaim: string;
};

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The provider from the settings; adds a problem, starting with the name of the setting, for each invalid combination. */
export function readOidcSettings(values: Values, problems: string[]): OidcSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId } = values;
  if (issuer === undefined) {
    if (clientId !== undefined) problems.push('OIDC_CLIENT_ID: is set without OIDC_ISSUER');
    return undefined;
  }
  if (clientId === undefined)
    problems.push('OIDC_ISSUER: is set without OIDC_CLIENT_ID, the client that it knows');
  const problem = problemOfIssuer(issuer);
  if (problem !== undefined) problems.push(`OIDC_ISSUER: '${issuer}' must ${problem}`);
  if (problem !== undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: values.oidcClientSecret,
    name: values.oidcName ?? new URL(issuer).host,
    scopes: values.oidcScopes,
    allowedDomains: values.oidcAllowedDomains.map((domain) => domain.toLowerCase()),
    verifiedClaim: values.oidcVerifiedClaim,
  };
}

function problemOfIssuer(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return 'be an address';
  const { protocol, hostname } = new URL(issuer);
  const isSafe = protocol === 'https:' || loopback.has(hostname);
  return isSafe ? undefined : 'begin with https://, unless it is this machine';
}
