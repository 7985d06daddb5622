import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fireDueSchedules } from '../../commands/schedules/fire-due-schedules.ts';
import type { Clock } from '../../lib/clock.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { contract, team } from '../support/contracts.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { MailServer } from '../support/mail-server.ts';
import { untilQuiet } from '../support/until-quiet.ts';
import { startWorkers } from '../support/worker.ts';
import type { TestWorkers } from '../support/worker.ts';

let ahead = 0;
const clock: Clock = { now: () => new Date(Date.now() + ahead) };
let api: TestApi;
let workers: TestWorkers;
let mailServer: MailServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'scheduled-test-states-'));
  mailServer = await startMailServer();
  api = await startApi({}, clock);
  const settings = { smtpUrl: mailServer.url };
  workers = startWorkers(api, { allowedDataDirs: [folder] }, { clock, settings });
  const members = [{ emailAddress: 'ada@example.com', role: 'Owner' }];
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  await mailServer.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  mailServer.mails.length = 0;
});

const good = 'order_id,status\n1,placed\n2,shipped\n';
const bad = 'order_id,status\n1,placed\n1,\n';
const write = (name: string, text: string): void =>
  writeFileSync(path.join(folder, `${name}.csv`), text);
const file = (name: string) => ({
  server: name,
  type: 'local',
  path: `${name}.csv`,
  format: 'csv',
});
const property = (name: string, value: unknown) => ({ property: name, value });
const each = property('testSchedule', '* * * * *');
const put = (id: string, servers: object[], customProperties: object[] = [], change: object = {}) =>
  api.send('PUT', `/api/datacontracts/${id}`, {
    body: contract(id, { servers, customProperties, ...change }),
  });
const scheduleOf = async (id: string) =>
  (await api.send('GET', `/api/datacontracts/${id}/test-schedule`)).json;
const runsOf = async (id: string) =>
  (await api.send('GET', `/api/test-runs?dataContractId=${id}`)).json as any[];

/** Lets the clock see the next minute, and waits until everything that follows is done. */
async function tick(): Promise<void> {
  ahead += 60_000;
  await fireDueSchedules(api.database, clock.now());
  await untilQuiet(api);
}

describe('what is shown of a schedule', () => {
  it('is the last run of each server, apart from the one with which it began to fail', async () => {
    write('shown', good);
    await put('shown', [file('shown')], [each]);
    const stateOf = async () => (await scheduleOf('shown')).servers[0];
    await tick();
    const [first] = await runsOf('shown');
    const { result, timestampEnd } = (
      await api.send('GET', `/api/test-results/${first.testResultId}`)
    ).json;
    expect(result).toBe('passed');
    expect(await stateOf()).toMatchObject({
      failing: false,
      testRunId: first.id,
      lastRun: {
        id: first.id,
        endedAt: timestampEnd,
        result: 'passed',
        testResultId: first.testResultId,
      },
    });
    write('shown', bad);
    await tick();
    const [failed] = await runsOf('shown');
    await tick();
    await api.send('POST', '/api/datacontracts/shown/test');
    const [, newest] = await runsOf('shown');
    expect(newest.trigger).toBe('schedule');
    expect(await stateOf()).toMatchObject({
      failing: true,
      testRunId: failed.id,
      lastRun: { id: newest.id, result: 'failed' },
    });
    await api.send('DELETE', '/api/datacontracts/shown');
  });

  it('says no more that a test was passed over when one of that server is begun', async () => {
    write('begun', good);
    const names = property('testScheduleServers', ['begun']);
    await put('begun', [file('other')], [each, names]);
    await tick();
    expect((await scheduleOf('begun')).servers).toMatchObject([
      { skippedReason: 'The contract has no such server.', lastRun: null },
    ]);
    await put('begun', [file('begun')], [each, names], { version: '1.1.0' });
    await tick();
    expect((await scheduleOf('begun')).servers).toMatchObject([
      { server: 'begun', failing: false, skippedAt: null, skippedReason: null },
    ]);
    await api.send('DELETE', '/api/datacontracts/begun');
  });

  it('says nothing of servers that are not scheduled any more', async () => {
    write('gone', bad);
    await put('gone', [file('gone'), file('one')], [each]);
    await tick();
    const serversOf = async () =>
      (await scheduleOf('gone')).servers.map(({ server }: { server: string }) => server);
    expect(await serversOf()).toEqual(['gone', 'one']);
    const names = property('testScheduleServers', ['one']);
    await put('gone', [file('gone'), file('one')], [each, names], { version: '1.1.0' });
    expect(await serversOf()).toEqual(['one']);
    await put('gone', [file('one')], [], { version: '1.2.0' });
    expect(await serversOf()).toEqual([]);
    await api.send('DELETE', '/api/datacontracts/gone');
  });
});

describe('a run that was planned while another engine tested', () => {
  it('is passed over when that is gone and nobody can sign in, and nobody is mailed', async () => {
    const lake = { server: 'lake', type: 'oracle', host: 'h', port: 1, serviceName: 's' };
    const db = {
      server: 'db',
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'd',
      schema: 's',
    };
    await put('planned', [lake, db], [each]);
    await api.database.knex.raw(`create function end_engine() returns trigger language plpgsql as
      $$ begin delete from test_engines; return null; end $$`);
    await api.database.knex.raw(`create trigger end_engine after insert on test_runs
      for each statement execute function end_engine()`);
    await api.send('PUT', '/api/organization/test-engine', {
      body: { dataContractTestsApiEndpoint: 'http://cli.example.com' },
    });
    await tick();
    await api.database.knex.raw('drop trigger end_engine on test_runs');
    const runs = await runsOf('planned');
    expect(runs.map(({ server, state, testResultId }) => [server, state, testResultId])).toEqual(
      expect.arrayContaining([
        ['lake', 'CANCELLED', null],
        ['db', 'CANCELLED', null],
      ]),
    );
    expect(runs).toHaveLength(2);
    expect((await scheduleOf('planned')).servers).toMatchObject([
      { server: 'db', failing: null, skippedReason: expect.stringMatching(/No credentials/) },
      { server: 'lake', failing: null, skippedReason: expect.stringMatching(/cannot be tested/) },
    ]);
    expect(runs.map(({ error }) => error)).toEqual(
      expect.arrayContaining([expect.stringMatching(/No credentials/)]),
    );
    expect(mailServer.mails).toEqual([]);
    await api.send('DELETE', '/api/datacontracts/planned');
  });
});
