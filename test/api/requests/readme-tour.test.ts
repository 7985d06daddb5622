import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import {
  expectAsPrinted,
  readAllSteps,
  readListedCommands,
  readSteps,
} from '../../support/readme-steps.ts';
import type { ReadmeStep } from '../../support/readme-steps.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let workers: TestWorkers;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [path.resolve('examples')] });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

/** A reader takes longer than work that is due and the way of an event into the feed. */
function untilSettled(): Promise<unknown> {
  return until('due work is done and all events are in the feed', async () => {
    const { rows } = await api.database.knex.raw<{ rows: object[] }>(
      `select 1 from work where state = 'RUNNING' or state = 'QUEUED' and available_at <= now()
       union all select 1 from events where seq is null and public limit 1`,
    );
    return rows.length === 0;
  });
}

/** JSON that is no error. */
function answered({ command }: ReadmeStep): ReadmeStep {
  const check = `grep -v '"/problems/' | grep -q '[[{]' && echo answered`;
  return { command: `${command} | ${check}`, printed: ['answered'] };
}

it('README, the tour and the page about the API work as printed, one after the other', async () => {
  const listed = readListedCommands('README.md', 'What else it does');
  expect(listed.length).toBeGreaterThan(10);
  const steps = [
    ...readSteps('README.md', 'Five minutes', 'What else it does'),
    ...listed.map(answered),
    // The demo's own test runs the commands that need it.
    ...readAllSteps('docs/tour.md', ['Test a table and a Parquet file']),
    ...readAllSteps('docs/api.md'),
  ];
  expect(steps.length).toBeGreaterThan(40);
  await expectAsPrinted(steps, { CONCORDAT: api.address, KEY: api.key }, untilSettled);
});

it('the six lines of README about your own data are part of a valid contract', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(yaml.trimEnd().split('\n')).toHaveLength(6);
  const head = { apiVersion: 'v3.1.0', kind: 'DataContract', version: '1.0.0', status: 'draft' };
  const body = { ...head, team: { name: 'checkout' }, ...(load(yaml) as object) };
  const answer = await api.send('PUT', '/api/datacontracts/own-data', { body });
  expect([answer.status, answer.text]).toEqual([200, '']);
});
