import { cancelRun } from '../../../commands/integrations/cancel-run.ts';
import { deleteIntegration } from '../../../commands/integrations/delete-integration.ts';
import { getCheck } from '../../../commands/integrations/get-check.ts';
import {
  getIntegration,
  refuseUnknownIntegration,
} from '../../../commands/integrations/integration-request.ts';
import { putIntegration } from '../../../commands/integrations/put-integration.ts';
import { readIntegration } from '../../../commands/integrations/read-integration.ts';
import { requestCheck } from '../../../commands/integrations/request-check.ts';
import { setEnabled } from '../../../commands/integrations/set-enabled.ts';
import { startRun } from '../../../commands/integrations/start-run.ts';
import { getIngestionRun, undoRun } from '../../../commands/integrations/undo-run.ts';
import { listLogLines } from '../../../db/tables/ingestion/log-lines.ts';
import { findOpenRun, listLatestRuns } from '../../../db/tables/ingestion/runs.ts';
import type { IngestionRun } from '../../../db/tables/ingestion/runs.ts';
import { findIntegration } from '../../../db/tables/ingestion/integrations.ts';
import { transact } from '../../../db/transact.ts';
import { listIntegrationsWithRuns } from '../../../db/views/ingestion/integrations-with-runs.ts';
import { refuse } from '../../../domain/errors.ts';
import { defineAction, defineActionOnOne } from './define-action.ts';
import {
  describeCheck,
  describeIntegration,
  describeLog,
  describeRun,
  tableOfIntegrations,
} from './describe.ts';
import { findSecretKeys } from '../../find-secret-keys.ts';
import { readIntegrationFile } from './read-integration-file.ts';
import { readNumber, readTimeout, timeoutOption, waitForEnd } from './wait-for-end.ts';
import { organizationToRead, organizationToWrite } from '../organization-option.ts';
import type { Action, Command } from '../command.ts';

const unconditional = { ifMatch: undefined, mustBeNew: false };

function writing(name: 'create' | 'update', summary: string): Action {
  const help = 'YAML of an integration, like examples/integration.yaml';
  const file = { name: 'file', value: 'path', help, required: true } as const;
  return defineAction({ name, summary, options: [file] }, organizationToWrite, async (call) => {
    const { database, given, context, organizationId } = call;
    const { id, document } = await readIntegrationFile(given.texts['file'] ?? '', context);
    const mustBeNew = name === 'create';
    const stored = await findIntegration(database.knex, { organizationId, id });
    if (mustBeNew && stored)
      refuse('already_exists', `The integration '${id}' already exists: use update.`);
    if (!mustBeNew && !stored) refuseUnknownIntegration(id);
    const { revision } = await putIntegration(database, {
      ...call.requestOf(id),
      document,
      preconditions: { ...unconditional, mustBeNew },
      secretKey: findSecretKeys(context),
    });
    return {
      text: `Integration ${id} is ${name}d. Next: npm run integrations -- test ${id}`,
      json: { id, organizationId, revision },
    };
  });
}

const list = defineAction(
  { name: 'list', summary: 'Lists the integrations of an organization', options: [] },
  organizationToRead,
  async ({ database, organizationId, note }) => {
    const integrations = await listIntegrationsWithRuns(database.knex, organizationId);
    const text = integrations.length === 0 ? 'No integrations.' : tableOfIntegrations(integrations);
    return { text: `${note}${text}`, json: { organizationId, integrations } };
  },
);

const show = defineActionOnOne(
  {
    name: 'show',
    summary: 'Prints an integration in the form of its file, without credentials',
    options: [],
  },
  async ({ database, key, context }) => {
    await getIntegration(database.knex, key);
    const secretKey = findSecretKeys(context);
    return describeIntegration(await readIntegration(database.knex, key, secretKey));
  },
);

function checking(name: 'test' | 'plan', summary: string): Action {
  const kind = name === 'test' ? 'connection' : 'plan';
  return defineActionOnOne({ name, summary, options: [timeoutOption] }, async (call) => {
    const { database, key, request, given } = call;
    const seconds = readTimeout(given);
    const { checkId } = await transact(database, (tx) => requestCheck(tx, { ...request, kind }));
    return describeCheck(await waitForEnd(seconds, () => getCheck(database.knex, key, checkId)));
  });
}

const run = defineActionOnOne(
  {
    name: 'run',
    summary: 'Runs an integration once, now',
    options: [
      {
        name: 'accept-removals',
        value: 'n',
        help: 'allows this run to remove up to n assets despite the removal fuse',
      },
      { name: 'wait', help: 'waits for the end of the run; exit code 1 unless it succeeds' },
      timeoutOption,
    ],
  },
  async ({ database, key, request, given }) => {
    const acceptedRemovals = readNumber(given, 'accept-removals');
    const seconds = readTimeout(given);
    const { runId } = await transact(database, (tx) =>
      startRun(tx, { ...request, acceptedRemovals }),
    );
    const look = (): Promise<IngestionRun> => getIngestionRun(database.knex, key, runId);
    return describeRun(given.flags['wait'] ? await waitForEnd(seconds, look) : await look());
  },
);

const undo = defineActionOnOne(
  {
    name: 'undo',
    summary: 'Takes back what a run did to assets that were not changed since',
    options: [
      { name: 'run', value: 'id', help: 'id of the run', required: true },
      { name: 'wait', help: 'waits for the end of the undo; exit code 1 unless it succeeds' },
      timeoutOption,
    ],
  },
  async ({ database, key, request, given }) => {
    const seconds = readTimeout(given);
    const undone = given.texts['run'] ?? '';
    const { runId } = await transact(database, (tx) =>
      undoRun(tx, { ...request, runId: undone, expectedCount: undefined }),
    );
    const look = (): Promise<IngestionRun> => getIngestionRun(database.knex, key, runId);
    return describeRun(given.flags['wait'] ? await waitForEnd(seconds, look) : await look());
  },
);

const cancel = defineActionOnOne(
  { name: 'cancel', summary: 'Cancels the run in progress', options: [] },
  async ({ database, key, request }) => {
    const open = await findOpenRun(database.knex, key);
    await transact(database, (tx) => cancelRun(tx, request));
    const text = open ? `Cancellation of run ${open.id} was requested.` : 'No run is in progress.';
    return { text, json: { id: key.id, ingestionRunId: open?.id ?? null } };
  },
);

function switching(name: 'enable' | 'disable', summary: string): Action {
  return defineActionOnOne({ name, summary, options: [] }, async ({ database, key, request }) => {
    const enabled = name === 'enable';
    await transact(database, (tx) => setEnabled(tx, { ...request, enabled }));
    return { text: `Integration ${key.id} is ${name}d.`, json: { id: key.id, enabled } };
  });
}

const remove = defineActionOnOne(
  { name: 'delete', summary: 'Deletes an integration with its runs; its assets stay', options: [] },
  async ({ database, key, request }) => {
    await deleteIntegration(database, { ...request, preconditions: unconditional });
    return { text: `Integration ${key.id} is deleted.`, json: { id: key.id } };
  },
);

const logs = defineActionOnOne(
  {
    name: 'logs',
    summary: 'Prints the last 1,000 log lines of a run',
    options: [{ name: 'run', value: 'id', help: 'id of the run; default: the latest' }],
  },
  async ({ database: { knex }, key, given }) => {
    await getIntegration(knex, key);
    const { organizationId } = key;
    const wanted = given.texts['run'];
    const [latest] = await listLatestRuns(knex, organizationId, [key.id]);
    const found = wanted === undefined ? latest : await getIngestionRun(knex, key, wanted);
    if (!found) return refuse('not_found', `The integration '${key.id}' has never run.`);
    return describeLog(
      found,
      await listLogLines(knex, { organizationId, id: found.id }, {}, 1_000),
    );
  },
);

export const integrations: Command = {
  name: 'integrations',
  summary: 'Writes, tests, plans and runs the integrations that ingest assets',
  actions: [
    writing(
      'create',
      'Creates an integration from a file; ${NAME} in it is read from the environment',
    ),
    writing('update', 'Replaces an integration by a file; missing credentials keep their values'),
    list,
    show,
    checking('test', 'Tests the connection of a worker to the platform'),
    checking('plan', 'Shows what a run would create, change and delete, without running'),
    run,
    undo,
    cancel,
    switching('enable', 'Enables the schedule of an integration'),
    switching('disable', 'Disables the schedule of an integration'),
    remove,
    logs,
  ],
};
