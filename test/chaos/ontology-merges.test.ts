import { prepareOntology } from '../../domain/semantics/prepare-ontology.ts';
import { pause } from '../../lib/clock.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { entity, ontology, semantics } from '../support/builders/ontologies.ts';
import { until } from '../support/until.ts';

const concepts = 2_000;
const branches = Array.from({ length: 12 }, (_, index) => `branch-${index}`);
const mergeOf = (name: string) =>
  `/api/semantics/experimental/namespaces/torn/branches/${name}/merge`;
const wantedKills = 10;
const patienceMs = 300_000;

let api: TestApi;
let redis: RedisDatabase;
let fleet: Fleet;
beforeAll(() => ensureBuilt());
beforeEach(async () => {
  api = await startApi();
  redis = await openRedisDatabase();
  fleet = createFleet({
    DATABASE_URL: api.url,
    REDIS_URL: redis.url,
    LEASE_SECONDS: '3',
    LOG_LEVEL: 'warn',
  });
});
afterEach(async () => {
  await fleet.stop();
  await redis.close();
  await api.stop();
});

/** Each branch changes concepts of its own, and adds one. */
function textOf(changedBy: (place: number) => boolean, added: readonly string[]): string {
  const entries = Array.from({ length: concepts }, (_, place) =>
    entity(`Concept ${place}`, changedBy(place) ? 'Changed' : 'As it was'),
  );
  return ontology('torn', [...entries, ...added.map((name) => entity(name))]);
}

test(
  '12 branches are merged once each, and nothing is half-written, while workers are killed',
  async () => {
    const call = semantics(api);
    const random = seededRandom(chaosSeed());
    await call.put(
      'torn',
      textOf(() => false, []),
    );
    for (const [index, name] of branches.entries()) {
      await call.cut('torn', name);
      const isOwn = (place: number) => place % branches.length === index && place < 600;
      expect((await call.putBranch('torn', name, textOf(isOwn, [name]))).status).toBe(200);
    }
    for (const name of ['worker 1', 'worker 2']) fleet.start(name, 'worker');
    fleet.start('clock', 'clock');
    const kill = async (): Promise<void> => {
      for (let kills = 0; kills < wantedKills; kills++) {
        await pause(random.between(100, 900));
        await fleet.killAndRestart(random.pick(fleet.members.slice(0, 2)));
      }
    };
    // A request waits for a minute; who repeats it waits for the same merge.
    const merge = (name: string) =>
      until(
        `${name} is merged`,
        async () => {
          const headers = { 'idempotency-key': name };
          const answer = await api.send('POST', mergeOf(name), { headers });
          return answer.json?.code !== 'still_running' && answer;
        },
        patienceMs,
      );
    const [answers] = await Promise.all([Promise.all(branches.map(merge)), kill()]);
    const late = answers.filter(({ status }) => status !== 204);
    expect(late.map(({ text }) => text)).toEqual([]);

    const { knex } = api.database;
    const revisions = await knex('namespace_revisions').where({ namespace_id: 'torn' });
    expect(revisions).toHaveLength(1 + branches.length);
    const merged = await knex('events').where({ type: 'SemanticBranchMergedEvent' });
    expect(merged.map(({ subject_id: id }) => id).sort()).toEqual(
      branches.map((name) => `torn/${name}`).sort(),
    );
    const { text } = await call.get('torn');
    expect(text.match(/description: Changed/g)).toHaveLength(600);
    for (const name of branches) expect(text).toContain(`concept: ${name}\n`);
    const answer = prepareOntology(text);
    if (!('prepared' in answer)) throw new Error('the merged ontology is not valid');
    const wanted = answer.prepared.slices.flatMap((slice) => JSON.parse(slice) as Row[]);
    type Row = { id: string; hash: string };
    const sorted = (rows: readonly Row[]) => rows.map(({ id, hash }) => `${id} ${hash}`).sort();
    const stored = await knex('namespace_concepts').where({ namespace_id: 'torn' });
    expect(
      sorted(stored.map((row) => ({ id: row.id, hash: row.content_hash.toString('hex') }))),
    ).toEqual(sorted(wanted));
    const heads = await knex('documents').where({ kind: 'semantic-concept' });
    expect(
      sorted(
        heads.map((row) => ({
          id: row.id.replace('torn/', ''),
          hash: row.content_hash.toString('hex'),
        })),
      ),
    ).toEqual(sorted(wanted));
    await until('all merges have ended', async () => {
      const open = await knex('work')
        .where({ kind: 'ontology-merges' })
        .whereIn('state', ['QUEUED', 'RUNNING']);
      return open.length === 0;
    });
  },
  patienceMs + 60_000,
);
