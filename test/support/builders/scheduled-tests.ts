import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { startApi } from '../http/api.ts';
import type { TestApi } from '../http/api.ts';
import { contract, team } from './contracts.ts';
import { startMailServer } from '../servers/mail-server.ts';
import type { MailServer } from '../servers/mail-server.ts';
import { startWorkers } from '../servers/worker.ts';

/** An API with workers that test files, under a clock that tests move, and the mails they send. */
export type ScheduledTests = {
  api: TestApi;
  clock: Clock & { aheadMs: number };
  mails: MailServer['mails'];
  /** Folder of the files `<name>.csv`. */
  folder: string;
  write: (name: string, text: string) => void;
  /** PUTs a contract with these servers and custom properties. */
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

/** Starts everything with the team `checkout`, whose Owner is Ada. */
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

/** Rows that satisfy `contract`, and rows that violate it. */
export const [good, bad] = [
  'order_id,status\n1,placed\n2,shipped\n',
  'order_id,status\n1,placed\n1,\n',
];

/** A server whose data is the file with that name. */
export const file = (name: string) => ({
  server: name,
  type: 'local',
  path: `${name}.csv`,
  format: 'csv',
});

/** A custom property of a contract. */
export const property = (name: string, value: unknown) => ({ property: name, value });
