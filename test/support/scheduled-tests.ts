import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { startApi } from './api.ts';
import type { TestApi } from './api.ts';
import { contract, team } from './contracts.ts';
import { startMailServer } from './mail-server.ts';
import type { MailServer } from './mail-server.ts';
import { startWorkers } from './worker.ts';

/** An API with workers that test files, under a clock that is put forward, and what mails they send. */
export type ScheduledTests = {
  api: TestApi;
  clock: Clock & { aheadMs: number };
  mails: MailServer['mails'];
  /** Where the files are, `<name>.csv`. */
  folder: string;
  write: (name: string, text: string) => void;
  /** PUTs a contract with these servers and properties. */
  put: (
    id: string,
    servers: object[],
    customProperties?: object[],
    change?: object,
  ) => ReturnType<TestApi['send']>;
  scheduleOf: (id: string) => Promise<any>;
  runsOf: (id: string) => Promise<any[]>;
  stop: () => Promise<void>;
};

/** Starts it with the team `checkout`, of which Ada is the Owner. */
export async function startScheduledTests(): Promise<ScheduledTests> {
  const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  const folder = mkdtempSync(path.join(tmpdir(), 'scheduled-tests-'));
  const mailServer = await startMailServer();
  const api = await startApi({}, clock);
  const settings = { smtpUrl: mailServer.url };
  const workers = startWorkers(api, { allowedDataDirs: [folder] }, { clock, settings });
  const members = [
    { emailAddress: 'ada@example.com', role: 'Owner' },
    { emailAddress: 'eve@example.com', role: 'Developer' },
  ];
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  const get = async (address: string) => (await api.send('GET', address)).json;
  return {
    api,
    clock,
    mails: mailServer.mails,
    folder,
    write: (name, text) => writeFileSync(path.join(folder, `${name}.csv`), text),
    put: (id, servers, customProperties = [], change = {}) =>
      api.send('PUT', `/api/datacontracts/${id}`, {
        body: contract(id, { servers, customProperties, ...change }),
      }),
    scheduleOf: (id) => get(`/api/datacontracts/${id}/test-schedule`),
    runsOf: (id) => get(`/api/test-runs?dataContractId=${id}`),
    stop: async () => {
      await workers.stop();
      await api.stop();
      await mailServer.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Rows that `contract` allows, and some that it does not. */
export const [good, bad] = [
  'order_id,status\n1,placed\n2,shipped\n',
  'order_id,status\n1,placed\n1,\n',
];

/** The server whose data is the file of that name. */
export const file = (name: string) => ({
  server: name,
  type: 'local',
  path: `${name}.csv`,
  format: 'csv',
});

/** A custom property of a contract. */
export const property = (name: string, value: unknown) => ({ property: name, value });
