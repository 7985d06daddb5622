import type { Clock } from '../../../lib/clock.ts';
import { startApi } from '../http/api.ts';
import type { TestApi } from '../http/api.ts';
import { contract, product, team } from './contracts.ts';

/** A clock that stands still until `set` moves it. */
export type TestClock = Clock & { set: (instant: string) => void };

export function createTestClock(instant: string): TestClock {
  let now = new Date(instant);
  return {
    now: () => new Date(now),
    get aheadMs() {
      return now.getTime() - Date.now();
    },
    set: (later) => {
      now = new Date(later);
    },
  };
}

/** The body of an access of team `marketing` to port `port-0` of `shop`; `info` and `change` override members. */
export function access(
  id: string,
  info: Record<string, unknown> = {},
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id,
    info: { purpose: 'Forecasts', ...info },
    provider: { dataProductId: 'shop', outputPortId: 'port-0' },
    consumer: { teamId: 'marketing' },
    ...change,
  };
}

/** Teams `checkout` (provides) and `marketing` (consumes), the contract `orders` and the product `shop`. */
export async function fillForAccess(
  api: Pick<TestApi, 'send' | 'key'>,
  key: string = api.key,
): Promise<void> {
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await api.send('PUT', `/api/${path}`, { key, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  };
  const members = (name: string) => ({
    members: [
      { emailAddress: `${name}-owner@example.com`, role: 'Owner' },
      { emailAddress: `${name}-member@example.com`, role: 'Member' },
    ],
  });
  await put('teams/checkout', team('checkout', members('checkout')));
  await put('teams/marketing', team('marketing', members('marketing')));
  await put('datacontracts/orders', contract('orders', { version: '2.1.0' }));
  await put('dataproducts/shop', product('shop', ['orders', 'orders']));
}

/** An API at the time of the clock, with the parties of `fillForAccess`. */
export async function startAccessApi(clock: Clock): Promise<TestApi> {
  const api = await startApi({}, clock);
  await fillForAccess(api);
  return api;
}

/** Types of the events of an access without `Access` and `Event`, oldest first, as the audit trail has them. */
export async function eventsOf(api: TestApi, id: string): Promise<string[]> {
  const { json } = await api.send('GET', `/api/access/${id}/audit`);
  return (json as { type: string }[])
    .map(({ type }) => type.replace(/^Access|Event$/g, ''))
    .toReversed();
}

/** True if the whole period was over when the access was stored: it is then neither activated nor deactivated. */
export const isEmptyPeriod = (row: { activate_at: Date; deactivate_at: Date }): boolean =>
  row.deactivate_at <= row.activate_at;
