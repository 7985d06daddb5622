import type { AddressInfo } from 'node:net';
import { accesses } from '../data/access-rows.ts';
import { fillCheckDays, historyChecks, historyDays } from '../data/check-days.ts';
import { fillCatalog } from '../data/fill-catalog.ts';
import { contracts, products } from '../data/search-rows.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';
import { figure } from '../web/window.ts';
import type { Place } from '../web/window.ts';

const rounds = 20;
const history = '/ui/api/datacontracts/bench-tested/test-results/checks';

/** Measures what the pages of owners read, over a catalog of 110,000 documents, for an operator, who is shown everything. */
export async function benchStudio(servers: BenchServers): Promise<Figure[]> {
  await fillCatalog(servers.databaseUrl);
  const api = await startProcess('bench/processes/our-server.js', {
    DATABASE_URL: servers.databaseUrl,
  });
  const baseURL = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  try {
    const place = { baseURL, key: servers.key };
    const ask = await signIn(place);
    const of = `${(contracts + products).toLocaleString('en')} documents and ${accesses.toLocaleString('en')} accesses`;
    const figures = [
      figure(`GET /ui/todo with ${of}, median`, await ask('/ui/todo'), 30),
      figure(
        `GET /ui/studio/products with ${of}, median`,
        await ask('/ui/studio/products?size=100'),
        30,
      ),
    ];
    await fillCheckDays(place);
    const checks = `${historyChecks.toLocaleString('en')} checks of ${historyDays} days`;
    return [
      ...figures,
      figure(
        `${checks}: the worst 200, as the page reads them, median`,
        await ask(`${history}?days=${historyDays}&failing=true&size=200`),
        1_500,
      ),
      figure(
        `${historyChecks.toLocaleString('en')} checks of 30 days: the worst 200, median`,
        await ask(`${history}?days=30&failing=true&size=200`),
        300,
      ),
    ];
  } finally {
    await api.stop();
  }
}

/** Reads a page as somebody who has signed in; the median time of it. */
async function signIn({ baseURL, key }: Place): Promise<(path: string) => Promise<number>> {
  const session = await fetch(`${baseURL}/ui/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'concordat' },
    body: JSON.stringify({ apiKey: key }),
  });
  if (!session.ok) throw new Error(`/ui/session: ${session.status} ${await session.text()}`);
  const cookie = session.headers.getSetCookie().map((each) => each.split(';')[0]);
  return async (path) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const answer = await fetch(baseURL + path, { headers: { cookie: cookie.join('; ') } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
}
