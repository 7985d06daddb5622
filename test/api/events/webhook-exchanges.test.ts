import { createHmac } from 'node:crypto';
import { team } from '../../support/builders/contracts.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWebhookSending } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';
import { isSignedBy } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
beforeAll(async () => {
  sending = await startWebhookSending();
  ({ api, receiver } = sending);
});
afterAll(() => sending.stop());

afterEach(async () => {
  receiver.received.length = 0;
  await api.send('DELETE', '/api/webhooks/hook');
});

const secretPath = 'T0KEN-of-the-path';
const put = async (events: string[] = ['*']): Promise<any> => {
  const body = { url: `${receiver.url}/${secretPath}`, events };
  const { status, json } = await api.send('PUT', '/api/webhooks/hook', { body });
  expect(status).toBe(200);
  return json;
};
const test = async (): Promise<any> => {
  const { headers } = await api.send('POST', '/api/webhooks/hook/test');
  const location = headers.get('location') ?? '';
  return until('the test was sent', async () => {
    const { json } = await api.send('GET', location);
    return json.attempts > 0 && json;
  });
};

describe('a delivery', () => {
  it('shows the request as it was sent, without its signature and the path', async () => {
    receiver.answer((response) => response.writeHead(204).end());
    await put();
    const { request, response, lastDurationMs } = await test();
    const [message] = receiver.received;
    expect(request).toEqual({
      method: 'POST',
      origin: `http://${receiver.host}`,
      headers: {
        'user-agent': 'Concordat',
        'content-type': 'application/cloudevents+json',
        'content-length': String(Buffer.byteLength(message?.body ?? '')),
        'webhook-id': message?.headers['webhook-id'],
        'webhook-timestamp': message?.headers['webhook-timestamp'],
        'webhook-signature': '…',
      },
      body: message?.body,
      bodyAsSent: true,
    });
    expect(response).toMatchObject({ status: 204, body: '', isCut: false });
    expect(lastDurationMs).toEqual(expect.any(Number));
  });

  it('keeps 16 kB of 200 kB of HTML, and no secret that the receiver repeats', async () => {
    const { secret } = await put();
    receiver.answer((response, { headers }) => {
      response.setHeader('set-cookie', ['session=abc', 'other=def']);
      response.setHeader('x-asked', `${headers.host}/hook/${secretPath}`);
      response.setHeader('content-type', 'text/html');
      const page = `<script>alert('${secret} ${secretPath}')</script>\u0000\u001b[31m`;
      response.writeHead(502).end(page + '<p>é</p>'.repeat(25_000));
    });
    const found = await test();
    const { response } = found;
    expect(response).toMatchObject({ status: 502, isCut: true });
    expect(response.headers).toMatchObject({ 'set-cookie': '…', 'content-type': 'text/html' });
    expect(response.body).toContain(`<script>alert('*** …')</script>`);
    expect(response.body).not.toContain('\u0000');
    expect(response.body).not.toContain('\u001b');
    expect(Buffer.byteLength(response.body)).toBeLessThanOrEqual(16 * 1024);
    expect(Buffer.byteLength(response.body)).toBeGreaterThan(15 * 1024);
    expect(found.lastAnswer).toHaveLength(1024);
    const { rows } = await api.database.knex.raw(
      'select max(octet_length(d::text))::int as bytes from webhook_deliveries d',
    );
    expect(rows[0].bytes).toBeLessThan(20 * 1024);
    const everything = JSON.stringify(found);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(secretPath);
  });

  it('shows no signature and no key that the receiver repeats, and no cut one', async () => {
    const { secret } = await put();
    const key = secret.slice('whsec_'.length);
    let signature = '';
    receiver.answer((response, { headers }) => {
      signature = String(headers['webhook-signature']);
      response.setHeader('x-got', JSON.stringify(headers));
      const start = `${JSON.stringify({ headers, key })}, and `;
      const filling = '.'.repeat(16 * 1024 - Buffer.byteLength(start) - 20);
      response.writeHead(200).end(start + filling + key);
    });
    const { response } = await test();
    expect(response.isCut).toBe(true);
    expect(response.body).toContain('"key":"***"');
    expect(response.body).toMatch(/\.\*\*\*$/);
    const everything = JSON.stringify(response);
    expect(signature).toMatch(/^v1,/);
    for (const hidden of [signature, key, key.slice(0, 20)])
      expect(everything).not.toContain(hidden);
  });

  it('has no answer if there was none', async () => {
    receiver.answer((response) => response.destroy());
    await put();
    const { request, response, lastStatus } = await test();
    expect(request).toMatchObject({ bodyAsSent: true });
    expect([response, lastStatus]).toEqual([null, null]);
  });

  it('does not claim that a changed body was sent', async () => {
    receiver.answer((response) => response.writeHead(204).end());
    await put();
    const { id, eventId } = await test();
    await api.database.knex('events').where({ id: eventId }).update({ data: '{"id":"changed"}' });
    const { json } = await api.send('GET', `/api/webhooks/hook/deliveries/${id}`);
    expect(json.request).toMatchObject({
      bodyAsSent: false,
      body: expect.stringContaining('changed'),
    });
    await api.database.knex('events').where({ id: eventId }).delete();
    const later = await api.send('GET', `/api/webhooks/hook/deliveries/${id}`);
    expect(later.json.request).toMatchObject({ bodyAsSent: false, body: null });
  });

  it('is listed by its event', async () => {
    receiver.answer((response) => response.writeHead(204).end());
    await put();
    await api.send('PUT', '/api/teams/listed', { body: team('listed') });
    const [event] = await until('it is in the feed', async () => {
      const { json } = await api.send('GET', '/api/events?subject=listed');
      return json.length > 0 && json;
    });
    const [delivery] = await until('it was delivered', async () => {
      const { json } = await api.send('GET', `/api/events/${event.id}/deliveries`);
      return json[0]?.status === 'delivered' && json;
    });
    expect(delivery).toMatchObject({ webhookId: 'hook', eventId: event.id, subject: 'listed' });
  });
});

describe('counts=true', () => {
  it('counts the deliveries of each webhook by status', async () => {
    receiver.answer((response) => response.writeHead(500).end());
    await put();
    await test();
    const expected = { pending: 0, delivered: 0, failed: 1 };
    expect((await api.send('GET', '/api/webhooks/hook?counts=true')).json.deliveries).toEqual(
      expected,
    );
    const [listed] = (await api.send('GET', '/api/webhooks?counts=true')).json;
    expect(listed.deliveries).toEqual(expected);
    expect((await api.send('GET', '/api/webhooks/hook')).json).not.toHaveProperty('deliveries');
  });
});

describe('the example with a new secret', () => {
  const sign = (key: Buffer | string, text: string, encoding: 'base64' | 'hex'): string =>
    createHmac('sha256', key).update(text).digest(encoding);

  it('has the signature that a receiver computes', async () => {
    const made = await put();
    expect(isSignedBy(made.secret, made.example)).toBe(true);
    const { json } = await api.send('POST', '/api/webhooks/hook/rotate-secret');
    expect(json.secret).not.toBe(made.secret);
    expect(isSignedBy(json.secret, json.example)).toBe(true);
    expect(isSignedBy(made.secret, json.example)).toBe(false);
    const key = Buffer.from(json.secret.slice('whsec_'.length), 'base64');
    const { signedContent, headers } = json.example;
    expect(headers['webhook-signature']).toBe(`v1,${sign(key, signedContent, 'base64')}`);
    expect(json).not.toHaveProperty('feed');
    expect(receiver.received).toEqual([]);
  });

  it('has also the signature of messaging', async () => {
    const { secret, example } = await put(['message.created']);
    expect(example.headers['x-protocol-signature']).toBe(sign(secret, example.body, 'hex'));
  });
});
