import { Worker } from 'bullmq';
import { kindPolicies } from '../../jobs/retry-policies.ts';

/** The limit for the queue: a BullMQ worker that does nothing, with the same concurrency. */
const { hostname, port, password } = new URL(process.env.REDIS_URL ?? '');
let done = 0;
const worker = new Worker(
  'bare',
  () => {
    done += 1;
    return Promise.resolve();
  },
  {
    connection: {
      host: hostname,
      port: Number(port),
      password: decodeURIComponent(password),
      maxRetriesPerRequest: null,
    },
    prefix: '{bare}',
    concurrency: kindPolicies.webhooks.concurrency,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  },
);
process.on('message', () => process.send?.(done));
await worker.waitUntilReady();
process.send?.('ready');
