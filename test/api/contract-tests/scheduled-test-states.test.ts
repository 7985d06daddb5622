import { fireDueSchedules } from '../../../commands/schedules/fire-due-schedules.ts';
import type { TestApi } from '../../support/http/api.ts';
import {
  bad,
  file,
  good,
  property,
  startScheduledTests,
} from '../../support/builders/scheduled-tests.ts';
import type { ScheduledTests } from '../../support/builders/scheduled-tests.ts';
import { untilQuiet } from '../../support/until-quiet.ts';

let tests: ScheduledTests;
let api: TestApi;
let clock: ScheduledTests['clock'];
let mails: ScheduledTests['mails'];

beforeAll(async () => {
  tests = await startScheduledTests();
  ({ api, clock, mails } = tests);
});
afterAll(() => tests.stop());
beforeEach(() => {
  mails.length = 0;
});

const each = property('testSchedule', '* * * * *');
const write: ScheduledTests['write'] = (...file) => tests.write(...file);
const put: ScheduledTests['put'] = (...contract) => tests.put(...contract);
const scheduleOf = (id: string) => tests.scheduleOf(id);
const runsOf = (id: string) => tests.runsOf(id);

/** Lets the clock see the next minute, and waits until everything that follows is done. */
async function tick(): Promise<void> {
  clock.aheadMs += 60_000;
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
    expect(mails).toEqual([]);
    await api.send('DELETE', '/api/datacontracts/planned');
  });
});
