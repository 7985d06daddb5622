import { connectDatabase } from '../../../db/connect.ts';
import type { Database, Tx } from '../../../db/connect.ts';
import { recordEvent } from '../../../db/tables/feed/events.ts';
import type { FeedEvent } from '../../../db/tables/feed/events.ts';
import { stampEvents } from '../../../db/tables/feed/feed.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { transact } from '../../../db/transact.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { pause } from '../../../lib/clock.ts';
import { startSequencer } from '../../../workers/sequencer.ts';
import { followFeed } from '../../support/chaos/feed-reader.ts';
import { chaosSeed, seededRandom } from '../../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../../support/chaos/seeded-random.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let store: TestDatabase;
let organizations: OrganizationId[];
const others: Database[] = [];

const subjects = ['a', 'b', 'c', 'd', 'e'];
const writers = 8;
const eventsEach = 120;

beforeEach(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  const insert = (name: string) =>
    insertOrganization(knex, { name, vanity: name, now: new Date() });
  organizations = [await insert('first'), await insert('second')];
  await knex.raw('create table subjects (id text primary key, version int not null default 0)');
  await knex('subjects').insert(subjects.map((id) => ({ id })));
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((database) => database.close()));
  await store.drop();
});

function connect(applicationName: string, poolMax: number): Database {
  const database = connectDatabase({ url: store.url, poolMax, applicationName, log: quietLog });
  others.push(database);
  return database;
}

/** The organization of a subject never changes, as that of a document never does. */
const ownerOf = (subject: string): OrganizationId => {
  const owner = organizations[subject === 'e' ? 1 : 0];
  if (!owner) throw new Error('no organization');
  return owner;
};

/** Locks the subject, raises its version and records that; sometimes only for the audit. */
async function change(tx: Tx, subject: string, isPublic: boolean): Promise<void> {
  const [row] = await tx('subjects')
    .where({ id: subject })
    .increment('version', isPublic ? 1 : 0)
    .returning<{ version: number }[]>('version');
  await recordEvent(tx, {
    organizationId: ownerOf(subject),
    type: 'SubjectChangedEvent',
    subjectKind: 'subject',
    subjectId: subject,
    principal: 'system',
    requestId: undefined,
    public: isPublic,
    data: { version: row?.version },
    now: new Date(),
  });
}

class RolledBack extends Error {}

/** Answers how many public events it committed. */
async function write(database: Database, random: SeededRandom): Promise<number> {
  let committed = 0;
  for (let n = 0; n < eventsEach; n++) {
    const isPublic = random.next() > 0.1;
    try {
      await transact(database, async (tx) => {
        await change(tx, random.pick(subjects), isPublic);
        if (random.next() < 0.2) await change(tx, 'e', isPublic);
        await pause(random.between(0, 12));
        if (random.next() < 0.05) throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      continue;
    }
    committed += isPublic ? 1 : 0;
  }
  return committed;
}

const versionOf = (event: FeedEvent): number =>
  (JSON.parse(event.data) as { version: number }).version;

/** Sequencers die in the middle of what they do. */
async function terminateSequencers(stopped: AbortSignal, random: SeededRandom): Promise<void> {
  while (!stopped.aborted) {
    await pause(random.between(50, 400), stopped);
    await store.database.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sequencer' and random() < 0.5`,
    );
  }
}

test('readers see every event once and in the order of states, whatever writers and sequencers do', async () => {
  const random = seededRandom(chaosSeed());
  const sequencers = [1, 2].map(() =>
    startSequencer({ database: connect('sequencer', 2), log: quietLog }),
  );
  const reading = connect('reader', 4).knex;
  const [first, second] = [ownerOf('a'), ownerOf('e')];
  const readers = [first, first, first, second].map((owner) => followFeed(reading, owner));
  const killing = new AbortController();
  const killer = terminateSequencers(killing.signal, random);
  const writing = connect('writer', writers);
  await Promise.all(Array.from({ length: writers }, () => write(writing, random)));
  killing.abort();
  await killer;

  const { knex } = store.database;
  const total = Number((await knex('events').where({ public: true }).count())[0]?.count);
  await until('all is stamped', async () => {
    const [row] = await knex('feed_head').select<{ seq: number }[]>('seq');
    return row?.seq === total;
  });
  const inFirst = await knex('events').where({ public: true, organization_id: first });
  await until('all readers have read all', () =>
    readers.every(({ seen }, index) =>
      index < 3 ? seen.length >= inFirst.length : seen.length >= total - inFirst.length,
    ),
  );
  await Promise.all(readers.map((reader) => reader.stop()));
  await Promise.all(sequencers.map((sequencer) => sequencer.stop()));

  expect(total).toBeGreaterThan(500);
  const [one, two, three, fourth] = readers.map(({ seen }) => seen);
  expect(two).toEqual(one);
  expect(three).toEqual(one);
  const all = [...(one ?? []), ...(fourth ?? [])];
  expect(all.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
    Array.from({ length: total }, (_, index) => index + 1),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(total);
  for (const { id, version } of await knex('subjects').select<
    { id: string; version: number }[]
  >()) {
    const versions = all.filter(({ subjectId }) => subjectId === id).map(versionOf);
    expect(versions).toEqual(Array.from({ length: version }, (_, index) => index + 1));
  }
});

test('an event that commits late, behind younger ones, is still read', async () => {
  const { database } = store;
  const reader = followFeed(connect('reader', 1).knex, ownerOf('a'));
  let release = (): void => undefined;
  const late = new Promise<void>((resolve) => (release = resolve));
  let isRecorded = false;
  const slow = transact(database, async (tx) => {
    await change(tx, 'a', true);
    isRecorded = true;
    await late;
  });
  await until('it is recorded', () => isRecorded);
  await transact(database, (tx) => change(tx, 'b', true));
  expect(await stampEvents(database, 10)).toBe(1);
  await until('the younger one is read', () => reader.seen.length === 1);
  release();
  await slow;
  expect(await stampEvents(database, 10)).toBe(1);
  await until('the late one is read', () => reader.seen.length === 2);
  await reader.stop();
  expect(reader.seen.map(({ subjectId, seq }) => [subjectId, seq])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
});

test('one stamps while another holds the head, and batches follow each other', async () => {
  const { database } = store;
  for (let n = 0; n < 25; n++) await transact(database, (tx) => change(tx, 'a', true));
  const held = await Promise.all([1, 2, 3].map(() => stampEvents(database, 10)));
  expect(held.filter((count) => count > 0).every((count) => count === 10 || count === 5)).toBe(
    true,
  );
  while ((await stampEvents(database, 10)) > 0);
  const seqs = await database.knex('events').orderBy('n').pluck<number[]>('seq');
  expect(seqs).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
});
