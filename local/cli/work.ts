import { cancelWork } from '../../commands/work/cancel-work.ts';
import type { Intervention } from '../../commands/work/intervene.ts';
import { retryWork } from '../../commands/work/retry-work.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { transact } from '../../db/transact.ts';
import { countWork } from '../../db/views/work-counts.ts';
import type { KindCounts } from '../../db/views/work-counts.ts';
import { findWorkHistory } from '../../db/views/work-history.ts';
import { listWork } from '../../db/views/work-list.ts';
import type { WorkRow } from '../../db/views/work-list.ts';
import { refuse } from '../../domain/errors.ts';
import { tellWorkHistory } from '../../domain/work-history.ts';
import { workKinds } from '../../domain/work-kinds.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Action, Command, Outcome } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatInstant, formatTable } from './table.ts';

const states = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'];
const most = 50;

const list: Action = {
  name: 'list',
  summary: `Counts the background work of all organizations by kind, and lists the ${most} newest`,
  options: [
    { name: 'kind', value: 'kind', help: 'only this kind', choices: workKinds },
    { name: 'state', value: 'state', help: 'only in this state', choices: states },
    { name: 'key', value: 'key', help: 'only with this key' },
    { name: 'error', value: 'text', help: 'only with this text in the last error' },
  ],
  run: ({ texts }, surroundings) =>
    withDatabase(surroundings, async ({ knex }) => {
      const { kind, state, key, error } = texts;
      const counts = await countWork(knex, undefined, surroundings.clock.now());
      const page = { limit: most, after: undefined };
      const rows = await listWork(knex, undefined, { kind, state, key, error }, page);
      const found = rows.length === 0 ? 'No work was found.' : tableOf(rows);
      return { text: `${countsOf(counts)}\n\n${found}`, json: { kinds: counts, work: rows } };
    }),
};

function countsOf(counts: readonly KindCounts[]): string {
  const heads = ['KIND', 'QUEUED', 'DUE', 'RUNNING', 'DONE (24 h)', 'FAILED', 'CANCELLED'];
  return formatTable(
    heads,
    counts.map((count) => [
      count.kind,
      ...[count.queued, count.due, count.running, count.done, count.failed, count.cancelled].map(
        String,
      ),
    ]),
  );
}

function tableOf(rows: readonly WorkRow[]): string {
  const heads = ['ID', 'KIND', 'ABOUT', 'STATE', 'ATTEMPT', 'REQUESTED', 'LAST ERROR'];
  return formatTable(
    heads,
    rows.map((row) => [
      row.id,
      row.kind,
      row.subjectId ?? row.key,
      row.state,
      `${row.attempt}`,
      formatInstant(row.createdAt),
      row.lastError?.replace(/\s+/g, ' ').slice(0, 80),
    ]),
  );
}

const workId = { name: 'id', help: 'the id that work list shows' };

const show: Action = {
  name: 'show',
  summary: 'Tells the history of one piece of work',
  options: [],
  arguments: [workId],
  run: ({ arguments: [id = ''] }, surroundings) =>
    withDatabase(surroundings, (database) => describe(database, id)),
};

/** The work as it is now, and what happened to it. */
async function describe({ knex }: Database, id: string): Promise<Outcome> {
  const found = isUuid(id) ? await findWorkHistory(knex, undefined, id) : undefined;
  if (!found) return refuse('not_found', `There is no work with the id '${id}'.`);
  const { work } = found;
  const history = tellWorkHistory(found);
  const steps = history.map(({ at, what, attempt, error, principal }) => [
    at.toISOString(),
    attempt === undefined ? what : `${what} (${attempt})`,
    error ?? principal ?? '',
  ]);
  const head = `${work.kind}, ${work.job}, about ${work.subjectId ?? work.key}: ${work.state}`;
  return {
    text: `${head}\n${formatTable(['AT', 'WHAT', 'WHY'], steps)}`,
    json: { ...work, history },
  };
}

function intervention(
  name: string,
  summary: string,
  command: (tx: Tx, request: Intervention) => Promise<void>,
): Action {
  return {
    name,
    summary,
    options: [],
    arguments: [workId],
    run: ({ arguments: [id = ''] }, surroundings) =>
      withDatabase(surroundings, async (database) => {
        const now = surroundings.clock.now();
        await transact(database, (tx) =>
          command(tx, {
            id,
            organizationId: undefined,
            principal: 'system',
            requestId: undefined,
            now,
          }),
        );
        return describe(database, id);
      }),
  };
}

export const work: Command = {
  name: 'work',
  summary: 'Lists background work, tells its history, tries it again or ends it',
  actions: [
    list,
    show,
    intervention(
      'retry',
      'Tries work once more that failed or was cancelled; hastens work that waits',
      retryWork,
    ),
    intervention('cancel', 'Asks for the end of work that waits or runs', cancelWork),
  ],
};
