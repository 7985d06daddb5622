import { loadConfig } from '../../../config.ts';

const base = { DATABASE_URL: 'postgres://localhost/x' };
const provider = { OIDC_ISSUER: 'https://login.example.com/realms/main', OIDC_CLIENT_ID: 'x' };

it('reads the provider with its defaults', () => {
  expect(
    loadConfig({ ...base, ...provider, OIDC_ALLOWED_DOMAINS: 'Example.com, b.example' }).oidc,
  ).toEqual({
    issuer: 'https://login.example.com/realms/main',
    clientId: 'x',
    clientSecret: undefined,
    name: 'login.example.com',
    scopes: 'openid email profile',
    allowedDomains: ['example.com', 'b.example'],
    verifiedClaim: 'email_verified',
  });
  expect(loadConfig(base).oidc).toBeUndefined();
});

it('takes an issuer of this machine without TLS', () => {
  const OIDC_ISSUER = 'http://127.0.0.1:8081';
  expect(loadConfig({ ...base, ...provider, OIDC_ISSUER }).oidc?.issuer).toBe(OIDC_ISSUER);
});

it.each([
  ['no client', { OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER: is set without OIDC_CLIENT_ID'],
  ['no issuer', { OIDC_ISSUER: '' }, 'OIDC_CLIENT_ID: is set without OIDC_ISSUER'],
  ['no TLS', { OIDC_ISSUER: 'http://login.example.com' }, 'must begin with https://'],
  ['a user in the address', { OIDC_ISSUER: 'https://a:b@login.example.com' }, 'OIDC_ISSUER'],
  ['no port', { OIDC_ISSUER: 'https://login.example.com:99999' }, 'must be an address'],
  ['too many proxies', { TRUSTED_PROXIES: '11' }, 'TRUSTED_PROXIES'],
])('refuses %s', (_, more, message) => {
  expect(() => loadConfig({ ...base, ...provider, ...more })).toThrow(message);
});

it('shows no secret in a problem', () => {
  const OIDC_CLIENT_SECRET = 'y'.repeat(3_000);
  expect(() => loadConfig({ ...base, ...provider, OIDC_CLIENT_SECRET })).toThrow(
    /^OIDC_CLIENT_SECRET: its value (?!.*yyy)/,
  );
});
