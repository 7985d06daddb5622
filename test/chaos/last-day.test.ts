import { createOrganizationKey } from '../support/chaos/installation.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { fakeTime } from '../support/chaos/fake-time.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { createCrashingDatabase } from '../support/chaos/private-postgres.ts';
import type { CrashingDatabase } from '../support/chaos/private-postgres.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { freePort } from '../../local/servers/free-port.ts';
import { team } from '../support/builders/contracts.ts';
import { send } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { testSecretKey } from '../support/sources/job-settings.ts';
import { until } from '../support/until.ts';

// An API takes the time from Postgres, so both have the same wrong clock.
const days = { last: fakeTime('@2026-12-31 12:00:00'), next: fakeTime('@2027-01-01 12:00:00') };
const isInstalled = Object.values(days).every((env) => env !== undefined);
const needsFaketime = isInstalled ? '' : ' (skipped: this needs the Debian package faketime)';

let store: CrashingDatabase;
let redis: RedisDatabase;
let fleet: Fleet;

beforeAll(async () => {
  if (!isInstalled) return;
  ensureBuilt();
  store = await createCrashingDatabase(undefined, days.last);
  redis = await openRedisDatabase();
  fleet = createFleet({
    DATABASE_URL: store.url,
    REDIS_URL: redis.url,
    SECRET_KEY: testSecretKey,
    LOG_LEVEL: 'warn',
  });
});
afterAll(async () => {
  await fleet?.stop();
  await redis?.close();
  await store?.drop();
});

/** An API process whose clock begins on this day. */
async function startOn(day: keyof typeof days, key: string): Promise<TestApi['send']> {
  const port = await freePort();
  fleet.start(`api ${day}`, 'api', { ...days[day], PORT: String(port) });
  const address = `http://127.0.0.1:${port}`;
  await until('the API is ready', async () => {
    const ready = await fetch(`${address}/health/ready`).catch(() => undefined);
    return ready?.status === 200;
  });
  return (method, path, options) => send(`${address}${path}`, method, { key, ...options });
}

(isInstalled ? it : it.skip)(
  `DPS ends with 2026: from 2027 on, PUT refuses it and names ODPS, and what is stored stays readable${needsFaketime}`,
  async () => {
    const { key } = await createOrganizationKey(store.database.knex);
    const dps = (id: string) => ({
      dataProductSpecification: '0.0.1',
      id,
      info: { title: 'Stock', owner: 'checkout' },
    });
    const in2026 = await startOn('last', key);
    await in2026('PUT', '/api/teams/checkout', { body: team('checkout') });
    const stored = await in2026('PUT', '/api/dataproducts/stock', { body: dps('stock') });
    expect([stored.status, stored.headers.get('sunset')]).toEqual([
      200,
      'Thu, 31 Dec 2026 23:59:59 GMT',
    ]);
    await store.crash(days.next);
    const in2027 = await startOn('next', key);
    for (const id of ['stock', 'new']) {
      const refused = await in2027('PUT', `/api/dataproducts/${id}`, { body: dps(id) });
      expect([refused.status, refused.json.code]).toEqual([422, 'invalid_document']);
      expect(refused.json.detail).toMatch(/\(DPS\).* until 2026-12-31: send ODPS/);
      expect(new Date(refused.headers.get('date') ?? '').getUTCFullYear()).toBe(2027);
    }
    const read = await in2027('GET', '/api/dataproducts/stock');
    expect([read.status, read.json]).toEqual([200, dps('stock')]);
    expect((await in2027('GET', '/api/dataproducts/new')).status).toBe(404);
  },
);
