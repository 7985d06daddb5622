import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, team } from '../../../support/builders/contracts.ts';
import {
  line,
  ndjson,
  newOrganizationKey,
  parse,
  postImport,
} from '../../../support/builders/imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const dryRun = async (body: string, key: string) => {
  const answer = await fetch(`${api.address}/api/import?dryRun=true`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...ndjson },
    body,
  });
  return { status: answer.status, text: await answer.text() };
};
const newKey = (name: string) => newOrganizationKey(api, name);

describe('POST /api/import?dryRun=true', () => {
  it('answers what the import would, for documents that refer to each other, and stores nothing', async () => {
    const key = await newKey('dry-run');
    await postImport(api, line('teams', team('kept')), ndjson, key);
    const body = [
      line('datacontracts', contract('orders')),
      line('teams', team('checkout')),
      line('teams', team('kept')),
      line('teams', { id: 'broken', type: 'Team' }),
    ].join('');
    const rehearsed = await dryRun(body, key);
    expect(rehearsed.status).toBe(200);
    const states = parse(rehearsed.text).map(({ status, id }: any) => `${id} ${status}`);
    expect(states.slice(0, 4)).toEqual([
      'orders created',
      'checkout created',
      'kept unchanged',
      'broken failed',
    ]);
    expect((await api.send('GET', '/api/teams/checkout', { key })).status).toBe(404);
    const imported = await postImport(api, body, ndjson, key);
    expect(imported.text).toBe(rehearsed.text);
    expect((await api.send('GET', '/api/teams/checkout', { key })).status).toBe(200);
  });

  it('sees what earlier batches would have stored', async () => {
    const key = await newKey('batches');
    const lines = Array.from({ length: 1_200 }, (_, index) =>
      line('teams', team(`t${index}`, index < 600 ? {} : { parent: 't599' })),
    );
    const { text } = await dryRun(lines.join(''), key);
    expect(parse(text).at(-1)).toMatchObject({ summary: { created: 1_200, failed: 0 } });
  });

  it('refuses an empty body, and more documents than a dry run takes', async () => {
    const key = await newKey('limits');
    expect((await dryRun('', key)).status).toBe(400);
    const many = Array.from(
      { length: 20_001 },
      (_, index) => `{"resource":"teams","id":"t${index}"}`,
    );
    const refused = await dryRun(many.join('\n'), key);
    expect(refused.status).toBe(413);
    expect(refused.text).toContain('at most 20000 documents');
  });
});
