import { readDocument } from '../../domain/documents/read-document.ts';
import { putDocument } from '../../commands/documents/put-document.ts';
import { notifyTeam } from '../../commands/notifications/notify-team.ts';
import { insertOrganization } from '../../db/tables/organizations/organizations.ts';
import { listProcessMetrics } from '../../db/tables/work/processes.ts';
import { transact } from '../../db/transact.ts';
import { team } from '../../domain/kinds/team.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet, Member } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import type { TestDatabase } from '../support/servers/database.ts';
import { smtpError, startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer, Verdict } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';

const reports = 40;
const kills = 6;

let store: TestDatabase;
let redis: RedisDatabase;
let mail: MailServer;
let fleet: Fleet;
let worker: Member;
const environment = () => ({
  DATABASE_URL: store.url,
  REDIS_URL: redis.url,
  LEASE_SECONDS: '2',
  LOG_LEVEL: 'warn',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Concordat <concordat@example.com>',
});

/** For each kill the mails that were being sent, as far as the ledger knew. */
const windows: Set<string>[] = [];
let isKilling = false;

const rows = () => store.database.knex('notifications');

/** Has the whole mail, and kills the worker before it hears of that; the mail counts as accepted. */
async function acceptAndPerhapsKill(): Promise<undefined> {
  if (isKilling || windows.length === kills || mail.mails.length < windows.length * 4 + 3) return;
  isKilling = true;
  worker.process.child.kill('SIGKILL');
  await worker.process.ended;
  const sending = await rows().where({ status: 'sending' }).pluck<string[]>('message_id');
  windows.push(new Set(sending));
  await fleet.killAndRestart(worker);
  isKilling = false;
}

/** Some mails are refused at first, and before some the connection is cut; later both are taken. */
const faulty = new Set<string>();
const judge: Verdict = async ({ messageId }, hangUp) => {
  const isFirst = !faulty.has(messageId);
  faulty.add(messageId);
  if (isFirst && faulty.size % 10 === 4) return smtpError(451, 'not now');
  if (isFirst && faulty.size % 10 === 8) {
    hangUp();
    return 'never';
  }
  return acceptAndPerhapsKill();
};

beforeAll(async () => {
  ensureBuilt();
  store = await createTestDatabase();
  redis = await openRedisDatabase();
  await redis.redis.flushdb();
  mail = await startMailServer({ verdict: judge });
  fleet = createFleet(environment());
  worker = fleet.start('worker', 'worker');
  fleet.start('clock', 'clock');
});
afterAll(async () => {
  await fleet.stop();
  await mail.stop();
  await redis.close();
  await store.drop();
});

/** A team of one whose reports fail, each mailed by the work of its own transaction. */
async function report(): Promise<void> {
  const { database } = store;
  const now = new Date();
  const names = { name: 'chaos', vanity: 'chaos', now };
  const organizationId = await insertOrganization(database.knex, names);
  const members = [{ emailAddress: 'ada@example.com', role: 'Owner' }];
  const principal = { organizationId, name: 'system', scope: 'organization' } as const;
  const document = { id: 'shop', name: 'Shop', type: 'Team', members };
  await putDocument(database, {
    kind: team,
    id: 'shop',
    content: readDocument(
      { text: JSON.stringify(document), format: 'json' },
      { kind: team.name, id: 'shop', now },
    ),
    principal: { ...principal, teamId: undefined, email: undefined },
    requestId: undefined,
    preconditions: { ifMatch: undefined, mustBeNew: false },
    now,
  });
  for (let n = 0; n < reports; n++) {
    await transact(database, (tx) =>
      notifyTeam(tx, {
        organizationId,
        teamId: 'shop',
        subjectKind: 'access',
        subjectId: `a${n}`,
        now,
        causeId: `report-${n}`,
        template: 'provisioning-failed',
        data: {
          accessId: `a${n}`,
          dataProductId: 'shop',
          outputPortId: 'orders',
          lifecycle: 'active',
          purpose: 'x',
          consumer: 'Marketing',
          reportedAt: now.toISOString(),
          page: 'http://x/a',
        },
      }),
    );
  }
}

it('every mail arrives although workers are killed and the mail server has its moods; what a kill repeats is the same mail, and counted', async () => {
  await report();
  await until(
    'all are sent',
    async () => (await rows().where({ status: 'sent' })).length === reports,
    300_000,
  );
  expect(windows).toHaveLength(kills);
  const ledger = await rows().select('message_id', 'repeats', 'subject_id');
  const copies = new Map<string, number>();
  for (const { messageId } of mail.mails) copies.set(messageId, (copies.get(messageId) ?? 0) + 1);
  // Missing none, and none that nobody asked for.
  expect([...copies.keys()].sort()).toEqual(ledger.map((row) => row.message_id).sort());
  let repeated = 0;
  for (const { message_id: messageId, repeats } of ledger) {
    const again = (copies.get(messageId) ?? 0) - 1;
    const killed = windows.filter((window) => window.has(messageId)).length;
    expect([messageId, again <= killed, repeats >= again]).toEqual([messageId, true, true]);
    repeated += again;
  }
  // Each kill was behind an acceptance that the worker never heard of.
  expect(repeated).toBeGreaterThanOrEqual(kills);
  expect(fleet.log()).toContain('sent again; an earlier attempt may have arrived');
  await until('the living worker has said what it counted', async () => {
    const texts = await listProcessMetrics(store.database.knex, ['worker'], 30_000);
    return texts.some((text) => countOf(text) > 0);
  });
}, 400_000);

it('a worker without a mail server says once that mails stay', async () => {
  const { SMTP_URL: _, ...others } = environment();
  const alone = createFleet(others);
  alone.start('worker', 'worker');
  await until('it has said so', () => alone.log().includes('SMTP_URL is not set'));
  await alone.stop();
  expect(alone.log().split('SMTP_URL')).toHaveLength(2);
});

type Family = { name: string; values: { value: number }[] };

function countOf(snapshot: string): number {
  const families = JSON.parse(snapshot) as Family[];
  const name = 'concordat_mail_possible_duplicates_total';
  const values = families.find((family) => family.name === name)?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}
