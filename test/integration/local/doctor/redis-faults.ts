import http from 'node:http';

import { testRedisUrl } from '../../../support/servers/worker.ts';
import { changed, closed, listen, ownRedis, secret } from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';

/** What can be wrong with the Redis of REDIS_URL; `folder` is where another one may write its log. */
export const redisFaults = (folder: string): Fault[] => [
  {
    fault: 'a Redis that is away',
    check: 'redis',
    plant: async () => ({
      env: { REDIS_URL: `redis://:${secret}@127.0.0.1:${await closed()}` },
    }),
    found: 'the server does not answer',
    advice: 'Start Redis, or correct host and port in REDIS_URL.',
  },
  {
    fault: 'an HTTP server in the place of Redis',
    check: 'redis',
    plant: async () => ({
      env: { REDIS_URL: `redis://:${secret}@127.0.0.1:${await listen(http.createServer())}` },
    }),
    found: 'the server does not speak Redis',
    advice: 'Another program answers there: correct host and port in REDIS_URL.',
  },
  {
    fault: 'a wrong password for Redis',
    check: 'redis',
    plant: () => ({ env: { REDIS_URL: changed(testRedisUrl(), { password: secret }) } }),
    found: 'Redis refuses the password',
    advice: 'Correct the password in REDIS_URL',
  },
  {
    fault: 'a Redis that throws keys away',
    check: 'redis-policy',
    plant: async () => ({ env: { REDIS_URL: await ownRedis(folder, 'allkeys-lru') } }),
    found: 'maxmemory-policy is allkeys-lru',
    advice: 'Set maxmemory-policy noeviction',
  },
];
