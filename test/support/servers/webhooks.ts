import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { insertWebhook } from '../../../db/tables/webhooks/webhooks.ts';
import type { WebhookKey } from '../../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../../db/transact.ts';
import { kindPolicies } from '../../../jobs/retry-policies.ts';
import { startApi } from '../http/api.ts';
import type { TestApi } from '../http/api.ts';
import type { TestDatabase } from './database.ts';
import { startReceiver } from './webhook-receiver.ts';
import type { Receiver } from './webhook-receiver.ts';
import { startWorkers } from './worker.ts';
import type { WorkerOptions } from './worker.ts';

/** An API that sends webhooks, and a receiver that they may reach. */
export type WebhookSending = { api: TestApi; receiver: Receiver; stop: () => Promise<void> };

type SendingOptions = Omit<WorkerOptions, 'settings'> & {
  /** Number of workers, each with a clock; 1 by default. */
  processes?: number;
  /** Further allowed hosts. */
  hosts?: readonly string[];
};

/** Starts an API, a receiver on an allowed private address, and the sending processes. */
export async function startWebhookSending(options: SendingOptions = {}): Promise<WebhookSending> {
  const { processes = 1, hosts = [], ...more } = options;
  const api = await startApi();
  const receiver = await startReceiver();
  const settings = { webhookAllowedHosts: [receiver.host, ...hosts], publicUrl: api.address };
  const workers = Array.from({ length: processes }, () =>
    startWorkers(api, {}, { ...more, settings }),
  );
  return {
    api,
    receiver,
    stop: async () => {
      await Promise.all(workers.map((each) => each.stop()));
      await Promise.all([receiver.stop(), api.stop()]);
    },
  };
}

/** Sets the delay of the next attempt of failed deliveries, until `jest.restoreAllMocks()`. */
export function tryWebhooksAgainAfter(ms: number): void {
  jest.replaceProperty(kindPolicies, 'webhooks', {
    ...kindPolicies.webhooks,
    backoffMs: () => ms,
  });
}

/** Stores an organization with a webhook for all events, without any sender. */
export async function storeWebhook(store: TestDatabase, now: Date): Promise<WebhookKey> {
  const { database } = store;
  const organizationId = await insertOrganization(database.knex, { name: 'x', vanity: 'x', now });
  const webhook = { organizationId, id: 'hook' };
  const content = {
    body: '{}',
    events: ['*'],
    feed: 'catalog' as const,
    enabled: true,
    secret: 'sealed',
  };
  await transact(database, (tx) => insertWebhook(tx, webhook, content, now));
  return webhook;
}
