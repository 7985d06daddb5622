import { insertOrganization } from '../../db/tables/organizations.ts';
import { insertWebhook } from '../../db/tables/webhooks.ts';
import type { WebhookKey } from '../../db/tables/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { kindPolicies } from '../../jobs/define-job.ts';
import { startApi } from './api.ts';
import type { TestApi } from './api.ts';
import type { TestDatabase } from './database.ts';
import { startReceiver } from './webhook-receiver.ts';
import type { Receiver } from './webhook-receiver.ts';
import { startWorkers } from './worker.ts';
import type { WorkerOptions } from './worker.ts';

/** An API whose webhooks are sent, and a receiver that they may reach. */
export type WebhookSending = { api: TestApi; receiver: Receiver; stop: () => Promise<void> };

type SendingOptions = Omit<WorkerOptions, 'settings'> & {
  /** How many workers with a clock each; one when left out. */
  processes?: number;
  /** Further hosts that may be reached. */
  hosts?: readonly string[];
};

/** Starts an API, a receiver on a private address that is allowed, and what sends. */
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

/** Lets deliveries that failed be tried again after so long, until `jest.restoreAllMocks()`. */
export function tryWebhooksAgainAfter(ms: number): void {
  jest.replaceProperty(kindPolicies, 'webhooks', {
    ...kindPolicies.webhooks,
    backoffMs: () => ms,
  });
}

/** Stores an organization with a webhook for everything, from which nothing is sent by itself. */
export async function storeWebhook(store: TestDatabase, now: Date): Promise<WebhookKey> {
  const { database } = store;
  const organizationId = await insertOrganization(database.knex, { name: 'x', vanity: 'x', now });
  const webhook = { organizationId, id: 'hook' };
  const content = {
    body: '{}',
    url: 'http://x',
    events: ['*'],
    feed: 'catalog' as const,
    enabled: true,
    secret: 'sealed',
  };
  await transact(database, (tx) => insertWebhook(tx, webhook, content, now));
  return webhook;
}
