import fs from 'node:fs';
import path from 'node:path';
import { pause } from '../../lib/clock.ts';
import { upload } from '../support/builders/messaging/attachments.ts';
import { tryBound } from '../support/chaos/bounds.ts';
import { createContractStock, listStoredRuns } from '../support/chaos/loads/contract-stock.ts';
import type { ContractStock } from '../support/chaos/loads/contract-stock.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { auditBook, createDocumentWriter } from '../support/chaos/loads/document-books.ts';
import { pollFeed } from '../support/chaos/http-feed-readers.ts';
import { startInstallationOn, untilAllLive } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { createCrashingDatabase } from '../support/chaos/private-postgres.ts';
import { mountSmallDisk } from '../support/chaos/small-disk.ts';
import type { SmallDisk } from '../support/chaos/small-disk.ts';
import { newPerson } from '../support/builders/messaging/messaging.ts';
import type { Person } from '../support/builders/messaging/messaging.ts';
import { until } from '../support/until.ts';

// Only root may mount disks: for others there is none that fills up.
const disks = [mountSmallDisk(128), mountSmallDisk(8), mountSmallDisk(8)];
const [ofDatabase, ofAttachments, ofScratch] = disks;
const whenRoot = disks.every((disk) => disk !== undefined) ? test : test.skip;

const tests = 10;

let ours: Installation;
let stock: ContractStock;
let kate: Person;

beforeAll(async () => {
  if (!ofDatabase || !ofAttachments || !ofScratch) return;
  ensureBuilt();
  // A server of its own: on a full disk no checkpoint succeeds, for no database of the server.
  const store = await createCrashingDatabase(ofDatabase.folder);
  stock = await createContractStock(store.database);
  const env = {
    ALLOWED_DATA_DIRS: stock.folder,
    ATTACHMENTS_DIR: ofAttachments.folder,
    TMPDIR: ofScratch.folder,
  };
  ours = await startInstallationOn(store, { organizationId: stock.organizationId, env });
  ours.fleet.start('worker', 'worker');
  ours.fleet.start('clock', 'clock');
  await untilAllLive(ours);
  kate = await newPerson(ours, 'KateMcCallister');
}, 300_000);
afterAll(async () => {
  for (const disk of disks) disk?.free();
  await ours?.stop();
  stock?.remove();
  for (const disk of disks) disk?.remove();
});

/** Processes that have ended: nothing has to be started again because of a disk. */
const ended = () =>
  ours.fleet.members
    .filter(({ process: { child } }) => child.exitCode !== null || child.signalCode !== null)
    .map(({ name }) => name);

const bulky = (state: number) => ({
  id: 'bulky',
  name: `state ${state}`,
  type: 'Team',
  // Random text does not compress, so it fills pages.
  custom: { text: Array.from({ length: 4_000 }, () => Math.random().toString(36)).join('') },
});

/** Writes until there is no room, and answers what was acknowledged last and what is said then. */
async function writeUntilFull(disk: SmallDisk): Promise<{ state: number; text: string }> {
  for (let state = 1; ; state++) {
    const answer = await ours.send('PUT', '/api/teams/bulky', { body: bulky(state) });
    if (answer.status !== 200) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      return { state: state - 1, text: answer.json.detail };
    }
    disk.fill();
  }
}

/** Checks the answers to clients while the disk is full; returns the last stored state and the error for writers. */
async function lookAround(disk: SmallDisk): Promise<{ state: number; text: string }> {
  const { state, text } = await writeUntilFull(disk);
  expect(text).toContain('disk of the database is full');
  const statusOf = async (address: string): Promise<number> =>
    (await ours.send('GET', address)).status;
  const reads = ['/api/teams', '/api/events?limit=5', '/health/live', '/health/ready'];
  // Long enough for every loop of every process to meet it.
  for (const end = Date.now() + 3_000; Date.now() < end; await pause(200)) {
    const found = await ours.send('GET', '/api/teams/bulky');
    expect([found.status, found.json?.name]).toEqual([200, `state ${state}`]);
    for (const address of reads) expect([address, await statusOf(address)]).toEqual([address, 200]);
  }
  expect(ended()).toEqual([]);
  return { state, text };
}

/** How long after there is room again a write is taken. */
async function timeFirstWrite(disk: SmallDisk, state: number): Promise<number> {
  disk.free();
  const since = Date.now();
  const put = () => ours.send('PUT', '/api/teams/bulky', { body: bulky(state) });
  await until('writes are taken again', async () => (await put()).status === 200);
  return Date.now() - since;
}

whenRoot(
  'a full disk of Postgres refuses writes with a word, and what waits goes on by itself',
  async () => {
    const disk = ofDatabase as SmallDisk;
    const random = seededRandom(chaosSeed());
    const { knex } = ours.database;
    const writers = Array.from({ length: 4 }, (_, n) =>
      createDocumentWriter(ours, `w${n}`, seededRandom(random.between(0, 1e6))),
    );
    await stock.add({ id: 'small', rows: 100, format: 'csv', faults: [] });
    const reader = pollFeed({ ...ours, survivesOutages: true }, 50, false);
    const ending = new AbortController();
    const bound = 'writes 503, reads 200, then all goes on, nothing lost';
    const attempt = tryBound('the disk of Postgres is full', bound, async () => {
      const writing = writers.map(async ({ write }) => {
        while (!ending.signal.aborted) await write();
      });
      for (let n = 0; n < tests; n++) await stock.request('small');
      const { state, text } = await lookAround(disk);
      const takenAfterMs = await timeFirstWrite(disk, state + 1);
      ending.abort();
      await Promise.all(writing);
      const runs = await until('all tests have ended, and events are stamped', async () => {
        const found = await listStoredRuns(ours.database);
        const unstamped = await knex('events').where({ public: true, seq: null });
        return unstamped.length === 0 && found.every((run) => run.ended) && found;
      });
      const feed = await knex('events').where({ public: true }).orderBy('seq').pluck('id');
      await until('the reader has read all', () => reader.taken.length >= feed.length);
      expect(reader.taken.map(({ id }) => id)).toEqual(feed);
      const books = writers.flatMap((writer) => writer.books);
      const wrong = (await Promise.all(books.map((book) => auditBook(ours, book)))).flat();
      expect([...wrong, ...ended()]).toEqual([]);
      expect(runs.map(({ results }) => results.map(({ result }) => result))).toEqual(
        Array.from({ length: tests }, () => ['passed']),
      );
      return `"${text}"; writes ${takenAfterMs} ms after there was room, ${feed.length} events`;
    });
    try {
      await attempt;
    } finally {
      ending.abort();
      disk.free();
      await reader.stop();
    }
  },
  600_000,
);

whenRoot(
  'a full disk of attachments refuses them with a word, and leaves nothing half',
  async () => {
    const disk = ofAttachments as SmallDisk;
    const content = Buffer.alloc(500_000, 'x');
    await tryBound('the disk of attachments is full', '503, then taken, nothing half', async () => {
      disk.fill();
      const refused = await upload(kate, content);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      disk.free();
      const taken = await upload(kate, content);
      expect(taken.status).toBe(200);
      const { pathname } = new URL(taken.json.file_url);
      expect((await kate.send('GET', pathname)).text).toBe(content.toString());
      const files = fs.readdirSync(disk.folder, { recursive: true, withFileTypes: true });
      expect(files.filter((entry) => entry.isFile())).toHaveLength(1);
      expect(ended()).toEqual([]);
      return `"${refused.json.message ?? refused.text}"`;
    });
  },
  600_000,
);

whenRoot(
  'a full disk for temporary files is an answer of its test, and none is left behind',
  async () => {
    const disk = ofScratch as SmallDisk;
    await stock.add({ id: 'sorted', rows: 200_000, format: 'csv', faults: ['double id'] });
    const resultOf = async (): Promise<string> => {
      const { testRunId } = await stock.request('sorted');
      const run = await until('the test has ended', async () => {
        const runs = await listStoredRuns(ours.database);
        return runs.find(({ id, ended: isOver }) => id === testRunId && isOver);
      });
      return run.results.map(({ result }) => result).join();
    };
    await tryBound('the disk for temporary files is full', 'a result, then as ever', async () => {
      disk.fill();
      const during = await resultOf();
      // The test still finds its `failed` result if the query needs no temporary file.
      expect(['failed', 'error']).toContain(during);
      disk.free();
      expect(await resultOf()).toBe('failed');
      const left = fs.readdirSync(disk.folder).map((name) => path.join(disk.folder, name));
      expect(left).toEqual([]);
      expect(ended()).toEqual([]);
      return `${during} while it was full`;
    });
  },
  600_000,
);
