import { rmSync } from 'node:fs';
import path from 'node:path';
import { fireDueSchedules } from '../../../commands/schedules/fire-due-schedules.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { captureLog } from '../../support/everything.ts';
import {
  bad,
  file,
  good,
  property,
  startScheduledTests,
} from '../../support/builders/scheduled-tests.ts';
import type { ScheduledTests } from '../../support/builders/scheduled-tests.ts';
import { untilQuiet } from '../../support/until-quiet.ts';

const minute = 60_000;
const log = captureLog();
let tests: ScheduledTests;
let api: TestApi;
let clock: ScheduledTests['clock'];
let mails: ScheduledTests['mails'];

beforeAll(async () => {
  tests = await startScheduledTests();
  ({ api, clock, mails } = tests);
});
afterAll(() => tests.stop());
beforeEach(async () => {
  await api.send('PUT', '/api/organization/features', { body: {} });
  await api.database.knex('schedules').where({ kind: 'scheduled-tests' }).delete();
  mails.length = 0;
});

const write: ScheduledTests['write'] = (...file) => tests.write(...file);
const put: ScheduledTests['put'] = (...contract) => tests.put(...contract);
const schedules = () =>
  api.database.knex('schedules').where({ kind: 'scheduled-tests' }).orderBy('key');
const scheduleOf = (id: string) => tests.scheduleOf(id);
const runsOf = (id: string) => tests.runsOf(id);

/** Lets all clocks see the next due time of all schedules, and waits until everything that follows is done. */
async function tick(clocks = 3): Promise<void> {
  const all: { next_due_at: Date }[] = await schedules();
  const due = Math.max(...all.map(({ next_due_at }) => next_due_at.getTime()));
  clock.aheadMs += Math.max(0, due - clock.now().getTime());
  await Promise.all(
    Array.from({ length: clocks }, () => fireDueSchedules(api.database, clock.now())),
  );
  await quiet();
}

const quiet = () => untilQuiet(api);

describe('the schedule of a contract', () => {
  it('runs its tests once, however many clocks there are, and follows every change of the contract', async () => {
    write('one', good);
    write('two', good);
    const cron = property('testSchedule', '*/5 * * * *');
    await put('own', [file('one'), file('two')], [cron]);
    expect(await scheduleOf('own')).toMatchObject({
      source: 'contract',
      cron: '*/5 * * * *',
      timezone: 'UTC',
      nextDueAt: expect.stringMatching(/:\d[05]:00\.000Z$/),
      servers: [],
    });
    await tick();
    const runs = await runsOf('own');
    expect(runs.map((run) => [run.server, run.trigger, run.requestedBy, run.state])).toEqual(
      expect.arrayContaining([
        ['one', 'schedule', 'system', 'DONE'],
        ['two', 'schedule', 'system', 'DONE'],
      ]),
    );
    expect(runs).toHaveLength(2);
    const [before] = await schedules();
    await put('own', [file('one')], [cron], { version: '1.1.0' });
    expect((await schedules())[0].next_due_at).toEqual(before.next_due_at);
    await put(
      'own',
      [file('one')],
      [property('testSchedule', '0 6 * * *'), property('testScheduleTimezone', 'Europe/Berlin')],
      { version: '1.2.0' },
    );
    expect(await schedules()).toMatchObject([
      { key: 'contract:own', cron: '0 6 * * *', timezone: 'Europe/Berlin' },
    ]);
    await put('own', [file('one')], [], { version: '1.3.0' });
    expect(await schedules()).toEqual([]);
    await put('own', [file('one')], [cron], { version: '1.4.0' });
    await api.send('DELETE', '/api/datacontracts/own');
    expect(await schedules()).toEqual([]);
    expect(await api.database.knex('scheduled_test_states')).toEqual([]);
  });

  it('catches up at most once after a time without clocks', async () => {
    write('one', good);
    await put('late', [file('one')], [property('testSchedule', '*/5 * * * *')]);
    clock.aheadMs += 12 * 60 * minute;
    await tick();
    await Promise.all([1, 2].map(() => fireDueSchedules(api.database, clock.now())));
    await quiet();
    const count = (await runsOf('late')).length;
    // The due time to which the clock was put, and nothing of the twelve hours before.
    expect(count).toBe(1);
    await api.send('DELETE', '/api/datacontracts/late');
  });

  it('tests only the servers that it names, and says which there are not', async () => {
    write('one', good);
    const names = property('testScheduleServers', ['one', 'nowhere']);
    await put('named', [file('one'), file('two')], [property('testSchedule', '* * * * *'), names]);
    await tick();
    expect((await runsOf('named')).map(({ server }) => server)).toEqual(['one']);
    expect((await scheduleOf('named')).servers).toMatchObject([
      { server: 'nowhere', failing: null, skippedReason: 'The contract has no such server.' },
      { server: 'one', failing: false, skippedAt: null },
    ]);
    await api.send('DELETE', '/api/datacontracts/named');
  });

  it.each([
    ['every day', /use five fields/],
    ['61 * * * *', /not a CRON expression/],
    ['0 0 31 2 *', /never due/],
    [17, /must be texts/],
  ])('that is none (%s) is a warning, and nothing is scheduled', async (value, problem) => {
    await api.send('PUT', '/api/organization/features', {
      body: { dataContractTestSchedule: '0 6 * * *' },
    });
    const answer = await put('wrong', [file('one')], [property('testSchedule', value)]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-catalog-warnings')).toMatch(problem);
    expect((await schedules()).map(({ key }) => key)).toEqual(['organization']);
    expect(await scheduleOf('wrong')).toMatchObject({
      source: 'contract',
      cron: null,
      problem: expect.stringMatching(problem),
    });
    await api.send('DELETE', '/api/datacontracts/wrong');
  });

  it('is set by an import as by a PUT, with a few statements for many', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      JSON.stringify({
        resource: 'datacontracts',
        id: `many-${n}`,
        document: contract(`many-${n}`, {
          customProperties: [property('testSchedule', '0 6 * * *')],
        }),
      }),
    );
    let statements = 0;
    const count = ({ sql }: { sql: string }): void => {
      if (/into schedules/.test(sql)) statements += 1;
    };
    api.database.knex.on('query', count);
    const answer = await api.send('POST', '/api/import', {
      body: many.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    api.database.knex.removeListener('query', count);
    expect([answer.status, answer.text.match(/"created"/g)?.length]).toEqual([200, 61]);
    expect(await schedules()).toHaveLength(60);
    expect(statements).toBeLessThan(10);
    for (let n = 0; n < 60; n++) await api.send('DELETE', `/api/datacontracts/many-${n}`);
    expect(await schedules()).toEqual([]);
  });
});

describe('the schedule of the organization', () => {
  it('tests all contracts but those that say something themselves, and records what it cannot test', async () => {
    write('one', good);
    await put('plain', [file('one')]);
    await put('mine', [file('one')], [property('testSchedule', '0 0 1 1 *')]);
    await put('off', [file('one')], [property('testSchedule', false)]);
    await put('bare', []);
    const postgres = {
      server: 'db',
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'd',
      schema: 's',
    };
    await put('closed', [postgres]);
    await api.send('PUT', '/api/organization/features', {
      body: {
        dataContractTestSchedule: '*/10 * * * *',
        dataContractTestScheduleTimezone: 'Asia/Tokyo',
      },
    });
    await api.database.knex('schedules').where({ key: 'contract:mine' }).update({ enabled: false });
    const before = clock.now().getTime();
    clock.aheadMs += 10 * minute;
    await Promise.all([1, 2, 3].map(() => fireDueSchedules(api.database, clock.now())));
    await quiet();
    expect(clock.now().getTime()).toBeGreaterThan(before);
    const tested: any[] = (await api.send('GET', '/api/test-runs?open=false')).json;
    const recent = tested.filter(({ dataContractId }) =>
      ['plain', 'mine', 'off', 'bare', 'closed'].includes(dataContractId),
    );
    expect(recent.map(({ dataContractId }) => dataContractId)).toEqual(['plain']);
    expect((await scheduleOf('plain')).source).toBe('organization');
    expect((await scheduleOf('off')).source).toBe('contract');
    expect((await scheduleOf('bare')).servers).toMatchObject([
      { server: '', skippedReason: "The contract has no 'servers'." },
    ]);
    expect((await scheduleOf('closed')).servers).toMatchObject([
      { server: 'db', skippedReason: expect.stringContaining('No credentials are known') },
    ]);
    const [event] = await api.database
      .knex('events')
      .where({ type: 'ScheduledTestsStarted', subject_kind: 'organization' });
    expect(JSON.parse(event.data)).toMatchObject({ started: 1, skipped: 2 });
    expect(mails).toEqual([]);
  });

  it('starts many tests with a few statements', async () => {
    // More than one page of 100 contracts.
    const many = Array.from({ length: 110 }, (_, n) => `bulk-${n}`);
    const lines = many.map((id) =>
      JSON.stringify({
        resource: 'datacontracts',
        id,
        document: contract(id, { servers: [file('one')] }),
      }),
    );
    await api.send('POST', '/api/import', {
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const ofStart: string[] = [];
    const note = ({ sql }: { sql: string }): void => {
      if (/insert into (test_runs|scheduled_test_states)|from documents d$/m.test(sql))
        ofStart.push(sql);
    };
    await api.send('PUT', '/api/organization/features', {
      body: { dataContractTestSchedule: '* * * * *' },
    });
    api.database.knex.on('query', note);
    await tick();
    api.database.knex.removeListener('query', note);
    const runs = await api.database.knex('test_runs').whereIn('data_contract_id', many);
    expect(runs).toHaveLength(110);
    expect(ofStart.filter((sql) => sql.includes('insert into test_runs')).length).toBeLessThan(6);
    await Promise.all(many.map((id) => api.send('DELETE', `/api/datacontracts/${id}`)));
  });

  it('is refused when it is none, and ends with the setting', async () => {
    const set = (body: object) => api.send('PUT', '/api/organization/features', { body });
    for (const body of [
      { dataContractTestSchedule: 'daily' },
      { dataContractTestSchedule: '0 6 * * *', dataContractTestScheduleTimezone: 'Mars/Base' },
      { dataContractTestSchedule: '0 0 31 2 *' },
    ]) {
      const { status, json } = await set(body);
      expect([status, json.code]).toEqual([422, 'invalid_body']);
      expect(json.violations).toMatchObject([{ field: 'dataContractTestSchedule' }]);
    }
    expect(await schedules()).toEqual([]);
    await set({ dataContractTestSchedule: '0 6 * * *' });
    expect(await schedules()).toHaveLength(1);
    await set({});
    expect(await schedules()).toEqual([]);
  });
});

describe('a change of what a scheduled test says', () => {
  const each = property('testSchedule', '* * * * *');

  it('is mailed to the owners once, and so is its end; failures in between and manual runs are not', async () => {
    write('orders', good);
    await put('mailed', [file('orders')], [each], { name: 'Orders\r\nBcc: evil@example.com' });
    await tick();
    expect(mails).toEqual([]);
    write('orders', bad);
    await api.send('POST', '/api/datacontracts/mailed/test');
    await quiet();
    expect(mails).toEqual([]);
    await tick();
    await tick();
    await tick();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(mail?.subject).toMatch(/^Contract test failed: Orders Bcc: evil@example.com on orders$/);
    expect(mail?.headers.some((line) => /^bcc:/i.test(line))).toBe(false);
    expect(mail?.text).toMatch(/Failed checks: +2 of \d+/);
    expect(mail?.text).toContain('missing_count(status) was 1');
    expect(mail?.text).toContain('http://concordat.test/datacontracts/mailed');
    expect(mail?.text).not.toContain('placed');
    expect((await scheduleOf('mailed')).servers).toMatchObject([{ failing: true }]);
    // An error is not better than a failure.
    rmSync(path.join(tests.folder, 'orders.csv'));
    await tick();
    expect(mails).toHaveLength(1);
    write('orders', good);
    await tick();
    await tick();
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('failed'),
      'Contract test recovered: Orders Bcc: evil@example.com on orders',
    ]);
    await api.send('DELETE', '/api/datacontracts/mailed');
  });

  it('is told when the very first test fails, also when it comes to no checks', async () => {
    write('orders', good);
    await put('broken', [file('orders')], [each]);
    await api.database.knex.raw(`create function break_test() returns trigger language plpgsql as
      $$ begin new.data_contract_revision := 99; return new; end $$`);
    await api.database.knex.raw(`create trigger break_test before insert on test_runs
      for each row when (new.data_contract_id = 'broken') execute function break_test()`);
    await tick();
    await api.database.knex.raw('drop trigger break_test on test_runs');
    expect((await runsOf('broken')).map(({ state }) => state)).toEqual(['FAILED']);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain('ended in an error');
    expect(mails[0]?.text).toContain('no longer exists');
    await api.send('DELETE', '/api/datacontracts/broken');
  });

  it('leaves a warning in the log when nobody can be mailed', async () => {
    await api.send('PUT', '/api/teams/lonely', { body: team('lonely') });
    write('orders', bad);
    await put('lonely', [file('orders')], [each], { team: { name: 'lonely' } });
    await tick();
    expect(mails).toEqual([]);
    expect(log.join('')).toContain('no recipient for the notice about a scheduled contract test');
    await api.send('DELETE', '/api/datacontracts/lonely');
  });
});

describe('a due time that comes while the test of an earlier one goes on', () => {
  it('is passed over, and that is recorded', async () => {
    write('orders', good);
    await put('slow', [file('orders')], [property('testSchedule', '* * * * *')]);
    await tick();
    await api.database.knex('test_runs').where({ data_contract_id: 'slow' }).update({
      ended_at: null,
      outcome: null,
    });
    await tick();
    expect(await runsOf('slow')).toHaveLength(1);
    expect((await scheduleOf('slow')).servers).toMatchObject([
      { server: 'orders', skippedReason: 'The test of an earlier due time is still in progress.' },
    ]);
    await api.database.knex('test_runs').where({ data_contract_id: 'slow' }).update({
      ended_at: new Date(),
      outcome: 'CANCELLED',
    });
    await tick();
    expect(await runsOf('slow')).toHaveLength(2);
  });
});
