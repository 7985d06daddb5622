import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** An OpenID Connect provider whose person is chosen by messages instead of a password; an own process, as Jest loads no ES modules. */
let current = {};
let callback = (_request, response) => response.writeHead(503).end();

function open({ issuer, redirectUri, returnUri, clientSecret, authentication, inIdToken }) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'concordat',
        ...(clientSecret && { client_secret: clientSecret }),
        token_endpoint_auth_method: authentication,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [returnUri],
      },
    ],
    clientAuthMethods: [authentication],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name'] },
    conformIdTokenClaims: !inIdToken,
    cookies: { keys: ['the key of cookies in tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => JSON.parse(accountId) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  });
  const serve = provider.callback();
  const decide = async (request, response) => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (current.error) return provider.interactionFinished(request, response, current);
    const accountId = JSON.stringify({ sub: 'someone', ...current });
    if (prompt.name === 'login') {
      const login = { login: { accountId, remember: false } };
      return provider.interactionFinished(request, response, login);
    }
    const grant = new provider.Grant({ accountId, clientId: 'concordat' });
    grant.addOIDCScope(params.scope);
    const consent = { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, consent, {
      mergeWithLastSubmission: true,
    });
  };
  return (request, response) =>
    request.url.startsWith('/interaction/') ? decide(request, response) : serve(request, response);
}

const server = createServer((request, response) => callback(request, response));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
process.on('message', ({ configure, person }) => {
  if (configure) callback = open(configure);
  if (person) current = person;
  process.send({ done: true });
});
