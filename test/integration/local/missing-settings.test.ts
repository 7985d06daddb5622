import { ensureBuilt, startDist } from '../../support/chaos/dist.ts';

beforeAll(ensureBuilt);

const base = { DATABASE_URL: 'postgres://127.0.0.1:1/x' };
const provider = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'concordat' };

it.each([
  ['api/main.js', provider, 'SECRET_KEY is not set: sign-ins with OIDC_ISSUER are sealed with it'],
  ['workers/main.js', {}, 'REDIS_URL is not set: a worker needs Redis.'],
  ['workers/clock.js', {}, 'REDIS_URL is not set: a clock needs Redis.'],
])('%s says in one line which setting is missing, and ends', async (program, more, line) => {
  const { child, ended, output } = startDist(program, { ...base, ...more });
  await ended;
  expect([child.exitCode, output()]).toEqual([1, `${line}\n`]);
});
