import { cancelWork } from '../../commands/work/cancel-work.ts';
import type { Intervention } from '../../commands/work/intervene.ts';
import { retryWork } from '../../commands/work/retry-work.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { listOrganizations } from '../../db/tables/organizations/organizations.ts';
import type { Organization } from '../../db/tables/organizations/organizations.ts';
import { transact } from '../../db/transact.ts';
import { countWork } from '../../db/views/work/counts.ts';
import type { KindCounts } from '../../db/views/work/counts.ts';
import { findWorkHistory } from '../../db/views/work/history.ts';
import { listWork } from '../../db/views/work/list.ts';
import type { WorkRow } from '../../db/views/work/list.ts';
import { refuse } from '../../domain/errors.ts';
import { listWorkSteps } from '../../domain/work/history.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import { isUuid } from '../../lib/ids.ts';
import { wrongUsage } from './command.ts';
import type { Action, Command, Given, Outcome } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatInstant, formatTable } from './table.ts';

const states = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'];
const maxListed = 50;

const list: Action = {
  name: 'list',
  summary: `Counts the background work of all organizations by kind, and lists the ${maxListed} newest`,
  options: [
    { name: 'kind', value: 'kind', help: 'only this kind', choices: workKinds },
    { name: 'state', value: 'state', help: 'only in this state', choices: states },
    { name: 'key', value: 'key', help: 'only with this key' },
    {
      name: 'subject',
      value: 'id',
      help: 'only with this subject, e.g. the id of a data contract',
    },
    { name: 'error', value: 'text', help: 'only with this text in the last error' },
    { name: 'from', value: 'time', help: 'only requested at or after this time, e.g. 2026-01-31' },
    { name: 'to', value: 'time', help: 'only requested before this time' },
    { name: 'after', value: 'id', help: 'continues after the last id of the previous list' },
  ],
  run: ({ texts }, context) =>
    withDatabase(context, async ({ knex }) => {
      const { kind, state, key, subject: subjectId, error, after } = texts;
      const filter = { kind, state, key, subjectId, error, ...readTimes(texts) };
      if (after !== undefined && !isUuid(after))
        throw wrongUsage(`--after ${after} is not an id: use the last id of the previous list.`);
      const counts = await countWork(knex, undefined, context.clock.now());
      const rows = await listWork(knex, undefined, filter, { limit: maxListed, after });
      const found =
        rows.length === 0 ? 'No work was found.' : tableOf(rows, await listOrganizations(knex));
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

function readTimes(texts: Given['texts']): { from: Date | undefined; to: Date | undefined } {
  const read = (name: string): Date | undefined => {
    const text = texts[name];
    if (text === undefined) return undefined;
    const instant = new Date(text);
    if (Number.isNaN(instant.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(text))
      throw wrongUsage(`--${name} ${text} is not a date or time such as 2026-01-31T12:00:00Z.`);
    return instant;
  };
  return { from: read('from'), to: read('to') };
}

function tableOf(rows: readonly WorkRow[], organizations: readonly Organization[]): string {
  const heads = ['ID', 'OF', 'KIND', 'ABOUT', 'STATE', 'ATTEMPT', 'REQUESTED', 'LAST ERROR'];
  const nameOf = (id: string | null): string =>
    organizations.find((each) => each.id === id)?.vanity ?? 'installation';
  return formatTable(
    heads,
    rows.map((row) => [
      row.id,
      nameOf(row.organizationId),
      row.kind,
      row.subjectId ?? row.key,
      row.state,
      `${row.attempt}`,
      formatInstant(row.createdAt),
      row.lastError?.replace(/\s+/g, ' ').slice(0, 80),
    ]),
  );
}

const workId = { name: 'id', help: 'id from work list' };

const show: Action = {
  name: 'show',
  summary: 'Shows the history of one piece of work',
  options: [],
  arguments: [workId],
  run: ({ arguments: [id = ''] }, context) =>
    withDatabase(context, (database) => describe(database, id)),
};

/** The current state of the work, and its history. */
async function describe({ knex }: Database, id: string): Promise<Outcome> {
  const found = isUuid(id) ? await findWorkHistory(knex, undefined, id) : undefined;
  if (!found) return refuse('not_found', `There is no work with the id '${id}'.`);
  const { work } = found;
  const history = listWorkSteps(found);
  const steps = history.map(({ at, what, attempt, startedAt, error, principal }) => [
    at.toISOString(),
    attempt === undefined ? what : `${what} (${attempt})`,
    startedAt?.toISOString(),
    error ?? principal ?? '',
  ]);
  const head = `${work.kind}, ${work.job}, about ${work.subjectId ?? work.key}: ${work.state}`;
  return {
    text: `${head}\n${formatTable(['AT', 'WHAT', 'STARTED', 'WHY'], steps)}`,
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
    run: ({ arguments: [id = ''] }, context) =>
      withDatabase(context, async (database) => {
        const now = context.clock.now();
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
  summary: 'Lists background work, shows its history, retries or cancels it',
  actions: [
    list,
    show,
    intervention(
      'retry',
      'Retries failed or cancelled work, or starts waiting work now',
      retryWork,
    ),
    intervention('cancel', 'Requests cancellation of waiting or running work', cancelWork),
  ],
};
