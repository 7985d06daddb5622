import { team } from '../../../support/builders/contracts.ts';
import { startBreakingProxy } from '../../../support/cli/breaking-proxy.ts';
import { newFolder } from '../../../support/cli/folders.ts';
import { runCli } from '../../../support/cli/run-cli.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('continues an apply whose connection breaks, and stores each document once', async () => {
  const proxy = await startBreakingProxy(api.address, { path: '/api/import', times: 2 });
  const lines = Array.from({ length: 1_800 }, (_, index) => {
    const id = `team-${index}`;
    return JSON.stringify({ resource: 'teams', id, document: team(id) });
  });
  const workingDir = newFolder({ 'all.ndjson': lines.join('\n') });
  const env = { CONCORDAT_URL: proxy.address, CONCORDAT_API_KEY: api.key };
  const words = ['apply', '-f', 'all.ndjson', '--output', 'json'];
  const applied = await runCli(words, { env, workingDir });
  await proxy.stop();
  // On a slow machine there is progress to tell.
  expect(applied.error).toMatch(/^(Applying \d+\/1800 \(\d+ s\)\n)*$/);
  const { results, ...counts } = JSON.parse(applied.out);
  expect(counts).toEqual({
    documents: 1_800,
    created: 1_800,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    failed: 0,
  });
  expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(1_800);
  expect(proxy.requests.length).toBeGreaterThan(2);
  expect(new Set(proxy.requests.map((headers) => headers['idempotency-key'])).size).toBe(1);
});

it('does not try again where no server answers', async () => {
  const workingDir = newFolder({ 'teams/a.yaml': team('a') });
  const env = { CONCORDAT_URL: 'http://127.0.0.1:1', CONCORDAT_API_KEY: api.key };
  const refused = await runCli(['apply', '-f', '.'], { env, workingDir });
  expect([refused.code, refused.error]).toEqual([3, expect.stringContaining('No Concordat')]);
});
