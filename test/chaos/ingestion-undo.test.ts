import { catalogOf } from '../support/builders/ingested-catalog.ts';
import { maxWithin, tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createGatedSources, gated } from '../support/chaos/gated-source.ts';
import type { GatedSource, GatedSources } from '../support/chaos/gated-source.ts';
import { newestWork, startIngestionFleet } from '../support/chaos/ingestion-fleet.ts';
import type { IngestionFleet } from '../support/chaos/ingestion-fleet.ts';
import { until } from '../support/until.ts';

const id = 'undone';
const changes = { removed: 100, updated: 400, created: 300 } as const;
const total = changes.removed + changes.updated + changes.created;
const wave = 100;

let sources: GatedSources;
let ours: IngestionFleet;
beforeAll(async () => {
  ensureBuilt();
  [sources, ours] = await Promise.all([
    createGatedSources(),
    startIngestionFleet({ leaseSeconds: 4 }),
  ]);
  ours.fleet.start('clock', 'clock');
});
afterAll(async () => {
  await ours?.stop();
  await sources?.drop();
});

const eachTable = (from: number, to: number, sql: string): string =>
  `do $$ begin for n in ${from}..${to - 1} loop
    execute pg_catalog.format('${sql}', 'table_' || pg_catalog.lpad(n::text, 4, '0')); end loop; end $$`;

/** What a wrong deployment does: drops, changes and creates tables. */
async function change(source: GatedSource): Promise<void> {
  const { removed, updated, created } = changes;
  await source.run(eachTable(0, removed, 'drop table shop.%I'));
  const altered = 'alter table shop.%I add column note text';
  await source.run(eachTable(removed, removed + updated, altered));
  await source.run(eachTable(3_000, 3_000 + created, 'create table shop.%I (id integer)'));
}

const assetEvents = async (): Promise<number> => {
  const [row] = await ours.database
    .knex('events')
    .where({ subject_kind: 'asset', public: true })
    .count<{ count: string }[]>('* as count');
  return Number(row?.count);
};

const trigger = async (path: string): Promise<void> => {
  const { status, text } = await ours.send('POST', ours.call.at(id, path));
  if (status !== 202) throw new Error(`${path}: ${status} ${text}`);
};

test('a killed worker neither loses nor doubles anything of an undo', async () => {
  const { fleet, call, database } = ours;
  const worker = fleet.start('worker', 'worker');
  const source = await sources.create();
  await call.put(id, { ...source.document(), removalFuse: { assets: 10_000 } });
  await trigger('/run');
  expect(await call.ended(id, 120_000)).toMatchObject({ assetsCreated: gated.assets });
  const before = await catalogOf(ours, id);
  await change(source);
  await trigger('/run');
  const { removed, updated, created } = changes;
  const run = await call.ended(id, 120_000);
  expect(run).toMatchObject({
    status: 'SUCCESS',
    assetsCreated: created,
    assetsUpdated: updated,
    assetsDeleted: removed,
  });
  const eventsBefore = await assetEvents();
  // The fourth wave waits for this lock, and its worker dies there.
  const holder = await database.knex.transaction();
  const locked = `${id}:${source.name}.shop.table_0350`;
  await holder('documents').where({ kind: 'asset', id: locked }).forUpdate();
  await trigger(`/runs/${run.ingestionRunId}/undo`);
  await until(
    'three waves are done',
    async () => (await call.latest(id)).assetsProcessed === 3 * wave,
    60_000,
  );
  await tryBound(
    'a worker is killed −9 in the middle of an undo (lease 4 s)',
    'the catalog is as before the run, each change once',
    async () => {
      await fleet.kill(worker);
      const since = performance.now();
      await holder.rollback();
      fleet.start('other', 'worker');
      const undone = await call.ended(id, 60_000);
      const took = maxWithin(60_000, [performance.now() - since]);
      expect(undone).toMatchObject({
        status: 'SUCCESS',
        kind: 'undo',
        assetsProcessed: total,
        assetsCreated: removed,
        assetsUpdated: updated,
        assetsDeleted: created,
        assetsSkipped: 0,
      });
      expect(await newestWork(ours, id)).toMatchObject({ state: 'DONE', attempt: 2 });
      expect(await catalogOf(ours, id)).toEqual(before);
      expect((await assetEvents()) - eventsBefore).toBe(total);
      return `${total} assets undone once, SUCCESS ${took} after the kill`;
    },
  );
}, 400_000);
