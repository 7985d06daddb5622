import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  call = semantics(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const many = 1_200;

const text = (name: string, description: string): string =>
  ontology(
    name,
    Array.from({ length: many }, (_, place) => entity(`C${place}`, `${description} ${place}`)),
  );

/** All pages behind the first address, by their `Link`. */
async function readPages(first: string): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { json, headers } = await api.send('GET', path);
    expect(headers.get('x-total-count')).toBe(String(many));
    sizes.push(json.length);
    ids.push(...json.map((change: { external_id: string }) => change.external_id));
    const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    const url: URL | undefined = next === undefined ? undefined : new URL(next);
    path = url && `${url.pathname}${url.search}`;
  }
  return { ids, sizes };
}

describe('long answers', () => {
  it('of changes come whole to clients that know no pages, and page by page', async () => {
    await call.put('paged', text('paged', 'One'));
    await call.cut('paged', 'work');
    await call.putBranch('paged', 'work', text('paged', 'Other'));
    const whole = await call.changes('paged', 'work');
    expect(whole.json).toHaveLength(many);
    expect(whole.headers.get('link')).toBeNull();
    const path = call.branchAt('paged', 'work', '/changes');
    const { ids, sizes } = await readPages(`${path}?size=500`);
    expect(sizes).toEqual([500, 500, 200]);
    expect(ids).toEqual(Array.from({ length: many }, (_, place) => `C${place}`));
    expect((await api.send('GET', `${path}?size=500&p=7`)).json).toEqual([]);
    expect((await api.send('GET', `${path}?size=10001`)).status).toBe(400);
  });

  it('of what two revisions differ in come page by page too', async () => {
    await call.put('differing', text('differing', 'One'));
    await call.put('differing', text('differing', 'Other'));
    const path = call.at('differing', '/diff');
    expect((await readPages(path)).sizes).toEqual([many]);
    expect((await readPages(`${path}?from=1&to=2&size=700`)).sizes).toEqual([700, 500]);
  });

  it('of conflicts name the first thousand and how many there are, and all can be decided', async () => {
    await call.put('torn', text('torn', 'Base'));
    await call.cut('torn', 'work');
    await call.putBranch('torn', 'work', text('torn', 'Ours'));
    await call.put('torn', text('torn', 'Theirs'));
    const rehearsed = await api.send('POST', `${call.branchAt('torn', 'work')}/merge?dryRun=true`);
    expect([rehearsed.json.conflicts.length, rehearsed.json.conflictCount]).toEqual([1_000, many]);
    const refused = await call.merge('torn', 'work');
    expect(refused.status).toBe(409);
    expect([refused.json.conflicts.length, refused.json.conflictCount]).toEqual([1_000, many]);
    expect(refused.json.detail).toContain('1200 places');
    const branch = await call.getBranch('torn', 'work');
    expect([branch.json.conflicts.length, branch.json.conflict_count]).toEqual([1_000, many]);
    const [listed] = (await api.send('GET', call.at('torn', '/branches'))).json;
    expect([listed.conflicts.length, listed.conflict_count]).toEqual([5, many]);
    await decideAll(refused.json.conflicts);
  });

  async function decideAll(first: { concept: string; field: string }[]): Promise<void> {
    const take = (list: { concept: string; field: string }[]) =>
      list.map(({ concept, field }) => ({ concept, field, take: 'branch' }));
    const resolve = (choices: object[]) =>
      api.send('POST', call.branchAt('torn', 'work', '/resolve'), {
        body: JSON.stringify({ choices }),
      });
    const missing = await resolve(take(first));
    expect(missing.status).toBe(422);
    expect([missing.json.conflicts.length, missing.json.conflictCount]).toEqual([200, 200]);
    const resolved = await resolve([...take(first), ...take(missing.json.conflicts)]);
    expect(resolved.json).toMatchObject({ status: 'open', conflicts: [], conflict_count: 0 });
    expect((await call.merge('torn', 'work')).status).toBe(204);
  }
});
