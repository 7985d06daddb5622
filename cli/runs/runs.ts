import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { apiPath } from '../http/api-path.ts';
import type { Column } from '../output/columns.ts';
import { followLogs, printLogs } from './run-logs.ts';
import { waitForRun } from './wait-for-run.ts';
import type { Run } from './wait-for-run.ts';

const integration = { name: '<integration>', help: 'id, as concordat list integration shows it' };

const columns: readonly Column[] = [
  { head: 'RUN', of: 'ingestionRunId' },
  {
    head: 'STATUS',
    of: 'status',
    color: (text) => (text === 'FAILED' ? 'red' : text === 'SUCCESS' ? 'green' : undefined),
  },
  { head: 'STARTED', of: 'startedAt' },
  { head: 'ASSETS', of: 'assetsProcessed', right: true },
  { head: 'CREATED', of: 'assetsCreated', right: true },
  { head: 'UPDATED', of: 'assetsUpdated', right: true },
  { head: 'DELETED', of: 'assetsDeleted', right: true },
  { head: 'MESSAGE', of: 'message' },
];

type Triggered = { ingestionRunId: string; message?: string };

const start: Command = {
  name: 'start',
  summary: 'Start a run of an integration',
  arguments: [integration],
  options: [{ flags: '-w, --wait', help: 'wait for its end; exit code 1 if it fails' }],
  examples: ['concordat runs start warehouse', 'concordat runs start warehouse --wait'],
  run: async ({ arguments: [id = ''], flags }, context) => {
    const path = apiPath`/api/integrations/${id}/run`;
    const begun = await context.client().send<Triggered>({ method: 'POST', path });
    const { ingestionRunId } = begun;
    if (!flags['wait']) return { value: begun, text: `Run ${ingestionRunId} has begun.` };
    return answerOf(await waitForRun(context, id, ingestionRunId));
  },
};

function answerOf(run: Run) {
  return { value: run, columns, ...(run.status !== 'SUCCESS' && { code: exitCodes.failed }) };
}

const list: Command = {
  name: 'list',
  summary: 'List the runs of an integration, newest first',
  arguments: [integration],
  options: [{ flags: '--limit <number>', help: 'at most so many', default: '20' }],
  examples: ['concordat runs list warehouse'],
  run: async ({ arguments: [id = ''], texts }, { client }) => {
    const query = { limit: texts['limit'] };
    const value = await client().get<unknown[]>(apiPath`/api/integrations/${id}/runs`, query);
    return { value, columns, ...(value.length === 0 && { note: 'There are none.' }) };
  },
};

const cancel: Command = {
  name: 'cancel',
  summary: 'Cancel the current run of an integration',
  arguments: [integration],
  examples: ['concordat runs cancel warehouse'],
  run: async ({ arguments: [id = ''] }, { client }) => {
    const path = apiPath`/api/integrations/${id}/cancel`;
    const value = await client().send({ method: 'POST', path });
    return { value: value ?? null, text: `If ${id} is running, its run is told to end.` };
  },
};

const logs: Command = {
  name: 'logs',
  summary: 'Show the log of a run',
  arguments: [integration, { name: '[run]', help: 'id of the run; default the newest one' }],
  options: [
    { flags: '-f, --follow', help: 'wait for further lines until the run ends' },
    {
      flags: '--level <level>',
      help: 'only lines of this level',
      choices: ['info', 'warn', 'error'],
    },
  ],
  examples: ['concordat runs logs warehouse', 'concordat runs logs warehouse --follow'],
  run: async ({ arguments: [id = '', given], texts, flags }, context) => {
    const run = given ?? (await newestRun(context, id));
    const wanted = { integration: id, run, level: texts['level'] };
    if (flags['follow']) await followLogs(context, wanted);
    else await printLogs(context, wanted, 0);
    return undefined;
  },
};

async function newestRun({ client }: Context, id: string): Promise<string> {
  const path = apiPath`/api/integrations/${id}/runs/latest`;
  return (await client().get<Run>(path)).ingestionRunId;
}

/** `concordat runs …`: scans of integrations. */
export const runs: Command = {
  name: 'runs',
  summary: 'Run integrations, which scan platforms for assets',
  commands: [start, list, cancel, logs],
};
