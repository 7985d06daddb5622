import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { apiPath } from '../http/api-path.ts';
import type { Column } from '../output/columns.ts';

const workColumns: readonly Column[] = [
  { head: 'ID', of: 'id' },
  { head: 'KIND', of: 'kind' },
  { head: 'JOB', of: 'job' },
  { head: 'SUBJECT', of: ({ subjectName, subjectId }) => subjectName ?? subjectId },
  { head: 'STATE', of: 'state', color: (text) => (text === 'FAILED' ? 'red' : undefined) },
  { head: 'ATTEMPT', of: 'attempt', right: true },
  { head: 'ERROR', of: 'lastError' },
];

type Need = { severity: string; message: string; advice: string };

const status: Command = {
  name: 'status',
  summary: 'Show what needs a human; exit code 2 if something is critical',
  examples: ['concordat ops status', 'concordat ops status --output json'],
  run: async (_, { client, printer }) => {
    const value = await client().get<{ status: string; needs: Need[] }>('/api/ops/overview');
    const color = { critical: 'red', warning: 'yellow' } as const;
    const lines = value.needs.map(({ severity, message, advice }) => {
      const name = severity === 'critical' || severity === 'warning' ? color[severity] : 'dim';
      return `${printer.paint(severity, name)}: ${message}\n  ${advice}`;
    });
    const isCritical = value.needs.some(({ severity }) => severity === 'critical');
    return {
      value,
      text: [`Status: ${value.status}`, ...lines].join('\n'),
      ...(isCritical && { code: exitCodes.gate }),
    };
  },
};

const work: Command = {
  name: 'work',
  summary: 'List background work',
  options: [
    {
      flags: '--state <state>',
      help: 'only work in this state',
      choices: ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'],
    },
    { flags: '--kind <kind>', help: 'only work of this kind' },
    { flags: '--subject <id>', help: 'only work about this subject' },
    { flags: '--limit <number>', help: 'at most so many', default: '50' },
  ],
  examples: ['concordat ops work --state FAILED', 'concordat ops work --kind contract-tests'],
  run: async ({ texts }, { client }) => {
    const { state, kind, subject, limit } = texts;
    const query = { state, kind, subjectId: subject, size: limit };
    const { work: found } = await client().get<{ work: unknown[] }>('/api/ops/work', query);
    return {
      value: found,
      columns: workColumns,
      ...(found.length === 0 && { note: 'There is none.' }),
    };
  },
};

const kinds: Command = {
  name: 'kinds',
  summary: 'List the kinds of work with their numbers',
  examples: ['concordat ops kinds'],
  run: async (_, { client }) => {
    const { kinds: found } = await client().get<{ kinds: unknown[] }>('/api/ops/work', { size: 1 });
    return {
      value: found,
      columns: [
        { head: 'KIND', of: 'kind' },
        ...['queued', 'running', 'done', 'failed', 'due', 'retrying'].map((name): Column => ({
          head: name.toUpperCase(),
          of: name,
          right: true,
        })),
        {
          head: 'PAUSED',
          of: ({ paused }) => (paused === null || paused === undefined ? '' : 'paused'),
        },
      ],
    };
  },
};

/** A change of one piece of work, or of a kind. */
function change(name: string, noun: 'work' | 'kinds', summary: string, done: string): Command {
  return {
    name,
    summary,
    arguments: [
      noun === 'work'
        ? { name: '<id>', help: 'id of the work' }
        : { name: '<kind>', help: 'kind of work' },
    ],
    examples: [
      `concordat ops ${name} ${noun === 'work' ? '01890a5d-ac96-774b-bcce-b302099a8057' : 'ingestion'}`,
    ],
    run: async ({ arguments: [id = ''] }, { client }) => {
      const path =
        noun === 'work'
          ? apiPath`/api/ops/work/${id}/${name}`
          : apiPath`/api/ops/kinds/${id}/${name}`;
      const value = await client().send({ method: 'POST', path });
      return { value, text: `${id} is ${done}.` };
    },
  };
}

/** `concordat ops …`. */
export const ops: Command = {
  name: 'ops',
  summary: 'Look after the work of the server',
  commands: [
    status,
    work,
    change('retry', 'work', 'Run failed work again', 'queued again'),
    change('cancel', 'work', 'Cancel work', 'cancelled'),
    kinds,
    change('pause', 'kinds', 'Pause a kind of work', 'paused'),
    change('resume', 'kinds', 'Resume a kind of work', 'resumed'),
  ],
};
