import { request as httpRequest } from 'node:http';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { team } from '../../../support/builders/contracts.ts';
import {
  line,
  linesOf,
  ndjson,
  newOrganizationKey,
  parse,
  postImport,
} from '../../../support/builders/imports.ts';
import type { Line } from '../../../support/builders/imports.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const post = (body: string | Uint8Array, headers: Record<string, string>, key?: string) =>
  postImport(api, body, headers, key);
const newKey = (name: string) => newOrganizationKey(api, name);

/** A request whose body is written by hand. */
function open(headers: Record<string, string>, key: string) {
  const request = httpRequest(`${api.address}/api/import`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...ndjson, ...headers },
  });
  const answered = { text: '', ended: false };
  request.on('response', (response) => {
    response.setEncoding('utf8').on('data', (text: string) => (answered.text += text));
    response.on('end', () => (answered.ended = true));
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  return { request, answered };
}

describe('an import that is cut off', () => {
  const teams = Array.from({ length: 1_200 }, (_, index) => line('teams', team(`t${index}`)));

  it('keeps what was stored, and goes on there with the same Idempotency-Key', async () => {
    const key = await newKey('resume');
    const headers = { 'idempotency-key': 'night' };
    const { request, answered } = open(headers, key);
    request.write(teams.slice(0, 700).join(''));
    // Answers come while the body is still being sent.
    await until('all that was sent is answered', () => answered.text.split('\n').length > 700);
    request.write(teams.slice(700, 800).join('').slice(0, -20));
    request.destroy();
    const stored = await until('the first part is stored', async () => {
      const answer = await api.send('GET', '/api/teams?count=true&size=1', { key });
      const count = Number(answer.headers.get('x-total-count'));
      return count >= 700 && count;
    });
    expect(stored).toBeLessThan(800);
    const differing = [teams[1], teams[0], ...teams.slice(2)].join('');
    const other = await post(differing, { ...ndjson, ...headers }, key);
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
    const shorter = await post(teams.slice(0, 10).join(''), { ...ndjson, ...headers }, key);
    expect(shorter.json.code).toBe('idempotency_key_reused');
    const rest = linesOf(await post(teams.join(''), { ...ndjson, ...headers }, key));
    const { summary } = rest.at(-1) as Line;
    expect(summary.continuedBehind).toBeGreaterThanOrEqual(700);
    expect(summary).toMatchObject({ documents: 1_200, created: 1_200, failed: 0, unchanged: 0 });
    // The answer is whole: what was answered before it broke off comes first, as it was.
    expect(rest.slice(0, -1).map((each) => each.line)).toEqual(teams.map((_, index) => index + 1));
    expect(rest.slice(0, 700)).toEqual(parse(answered.text).slice(0, 700));
    const done = linesOf(await post(teams.join(''), { ...ndjson, ...headers }, key));
    expect(done).toEqual(rest);
    const longer = await post(
      `${teams.join('')}${line('teams', team('more'))}`,
      { ...ndjson, ...headers },
      key,
    );
    expect(longer.json.code).toBe('idempotency_key_reused');
    const elsewhere = await api.send('POST', '/api/api-keys', { key, body: {}, headers });
    expect(elsewhere.json.code).toBe('idempotency_key_reused');
    const { rows } = await api.database.knex.raw(
      `select count(*) as count from events e join organizations o on o.id = e.organization_id
        where o.vanity = 'resume' and e.type = 'TeamCreatedEvent'`,
    );
    expect(rows[0].count).toBe(1_200);
  });

  it('ends when another request goes on with it', async () => {
    const key = await newKey('taken');
    const headers = { 'idempotency-key': 'twice' };
    const slow = open(headers, key);
    slow.request.write(teams.slice(0, 10).join(''));
    await until('ten are stored', () => slow.answered.text.split('\n').length > 10);
    const rest = linesOf(await post(teams.slice(0, 30).join(''), { ...ndjson, ...headers }, key));
    expect(rest.at(-1)?.summary).toMatchObject({ created: 30, continuedBehind: 10 });
    slow.request.end(teams.slice(10, 20).join(''));
    await until('the slow one ends', () => slow.answered.ended);
    expect(parse(slow.answered.text).at(-1)?.error.code).toBe('request_in_progress');
  });

  it('refuses a key that another request had', async () => {
    const headers = { 'idempotency-key': 'other' };
    await api.send('POST', '/api/api-keys', { body: {}, headers });
    const answer = await post(line('teams', team('a')), { ...ndjson, ...headers });
    expect(answer.json.code).toBe('idempotency_key_reused');
  });
});
