import { randomBytes } from 'node:crypto';
import { benchEvents, besideBareServer } from '../event-load.ts';
import type { PostedEvents } from '../event-load.ts';
import type { Figure } from '../figures.ts';
import type { BenchServers } from '../servers.ts';

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** A span of a query, as the drivers of platforms report it. */
function span(n: number): object {
  const started = BigInt(Date.now()) * 1_000_000n;
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'query',
    kind: 3,
    startTimeUnixNano: String(started),
    endTimeUnixNano: String(started + 1_000_000n),
    attributes: [
      attribute('user', `user-${n % 50}@example.com`),
      attribute('type', 'sql'),
      attribute('query', 'select order_id, amount from orders where placed_at > current_date - 7'),
      { key: 'rows', value: { intValue: '120' } },
    ],
  };
}

const trace = (count: number) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [
          attribute('service.name', 'warehouse'),
          attribute('dataproduct.id', 'shop'),
          attribute('outputport.name', 'orders'),
        ],
      },
      scopeSpans: [
        { scope: { name: 'bench' }, spans: Array.from({ length: count }, (_, n) => span(n)) },
      ],
    },
  ],
});

const path = '/api/v1/traces';

const events: PostedEvents = {
  name: 'spans of usage',
  single: { path, body: () => trace(1) },
  many: { path, body: trace },
  isStored: (text) => !text.includes('rejectedSpans'),
};

/** Measures spans of usage, alone and in batches. */
export function benchUsage(servers: BenchServers): Promise<Figure[]> {
  return besideBareServer(servers, (running) => benchEvents(running, events));
}
