import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { Client } from 'pg';
import { contract, team } from '../../support/builders/contracts.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { startInstallation, untilAllLive } from '../../support/chaos/installation.ts';
import type { Installation } from '../../support/chaos/installation.ts';
import { startCollector } from '../../support/servers/collector.ts';
import type { Collector } from '../../support/servers/collector.ts';
import { until } from '../../support/until.ts';

const secret = 'secret-of-the-collector';
const caller = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' };

/** Passes on to a Postgres, and remembers what clients send. */
async function listenBefore(target: URL): Promise<{ server: Server; sent: () => string }> {
  const pieces: Buffer[] = [];
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    near.on('data', (piece: Buffer) => pieces.push(piece));
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, sent: () => Buffer.concat(pieces).toString('latin1') };
}

describe.each(['http/protobuf', 'http/json'])('traces in %s', (protocol) => {
  let collector: Collector;
  let installation: Installation;
  let proxy: Awaited<ReturnType<typeof listenBefore>>;
  beforeAll(async () => {
    ensureBuilt();
    collector = await startCollector();
    const source = new URL(process.env.TEST_DATABASE_URL ?? '');
    proxy = await listenBefore(source);
    const { port } = proxy.server.address() as AddressInfo;
    installation = await startInstallation({
      env: {
        ALLOWED_HOSTS: `127.0.0.1:${port}`,
        DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(source.username),
        DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(source.password) || 'none',
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${secret},x-other=a%20b`,
        OTEL_SERVICE_NAME: 'catalog-of-tests',
      },
    });
    installation.fleet.start('worker', 'worker');
    installation.fleet.start('clock', 'clock');
    await untilAllLive(installation);
    source.pathname = new URL(installation.url).pathname;
    const client = new Client({ connectionString: source.href });
    await client.connect();
    await client.query(`create schema shop; create table shop.orders (order_id integer, status text);
      insert into shop.orders values (1, 'placed')`);
    await client.end();
    const database = source.pathname.slice(1);
    const server = { server: 'db', type: 'postgres', host: '127.0.0.1', port, database };
    await installation.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await installation.send('PUT', '/api/datacontracts/orders', {
      body: contract('orders', { servers: [{ ...server, schema: 'shop' }] }),
    });
  });
  afterAll(async () => {
    await installation?.stop();
    await collector?.stop();
    proxy?.server.close();
  });

  it('lead from the request over its work to the statement on the tested source', async () => {
    const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
    const path = '/api/datacontracts/orders/test';
    const { status, json } = await installation.send('POST', path, { headers });
    expect([status, json.result]).toEqual([200, 'passed']);
    const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === caller.traceId);
    const named = (name: string) => ofTrace().filter((span) => span.name === name);
    const job = 'contract-tests test-data-contract';
    const names = ['POST /api/datacontracts/:id/test', 'dispatch contract-tests', job];
    await until('the spans are there', async () =>
      [...names, 'query postgres'].every((name) => named(name).length > 0),
    );
    const [request, dispatch, work] = names.map((name) => named(name)[0]);
    expect(request).toMatchObject({
      parentSpanId: caller.spanId,
      values: {
        'service.name': 'catalog-of-tests',
        'concordat.role': 'api',
        'http.response.status_code': 200,
      },
    });
    expect([dispatch, work].map((span) => span?.parentSpanId)).toEqual([
      request?.spanId,
      request?.spanId,
    ]);
    expect([dispatch, work].map((span) => span?.values['concordat.role'])).toEqual([
      'clock',
      'worker',
    ]);
    const queries = named('query postgres');
    for (const { parentSpanId } of queries) expect(parentSpanId).toBe(work?.spanId);
    const comments = [...proxy.sent().matchAll(/\/\*traceparent='00-(\w{32})-(\w{16})-01'\*\//g)];
    const found = comments.map(([, traceId, spanId]) => `${traceId} ${spanId}`);
    expect(found).toEqual(
      expect.arrayContaining(queries.map(({ spanId }) => `${caller.traceId} ${spanId}`)),
    );
  });

  it('go to the collector with its headers, which no log shows', () => {
    expect(new Set(collector.paths)).toEqual(new Set(['/v1/traces']));
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': secret, 'x-other': 'a b' });
    expect(installation.fleet.log()).not.toContain(secret);
  });

  it('have no part in requests of a caller that is not traced, and neither probes nor files of pages have any', async () => {
    const other = { traceparent: '00-5b8efff798038103d269b633813fc60d-eee19b7ec3c1b174-00' };
    await installation.send('GET', '/api/teams/checkout', { headers: other });
    await installation.send('GET', '/web/app.js');
    const wrong = { traceparent: "00-'; drop table work --" };
    await installation.send('GET', '/api/datacontracts', { headers: wrong });
    await until('the later request is there', async () =>
      collector.spans.some(({ name }) => name === 'GET /api/datacontracts'),
    );
    const traceIds = collector.spans.map(({ traceId }) => traceId);
    expect(traceIds).not.toContain('5b8efff798038103d269b633813fc60d');
    expect(collector.spans.filter(({ name }) => name?.includes('/health'))).toEqual([]);
    expect(collector.spans.filter(({ values }) => values['http.route'] === 'unrouted')).toEqual([]);
  });
});
