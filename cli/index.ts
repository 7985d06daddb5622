import type { Command } from './command.ts';

/** A line of the registry: what the list of commands shows, and the command itself, loaded when it is called with the words after its name. */
export type Entry = {
  name: string;
  summary: string;
  group: Group;
  load: (words: readonly string[]) => Promise<Command>;
};

/** Headings of the list of commands. */
export const groups = ['Sign in', 'Catalog', 'Work', 'Programs'] as const;
export type Group = (typeof groups)[number];

/**
 * The client commands; a new one is its file and its line here. A call loads only its own command: all together take longer to
 * load than most of them take to run.
 */
export const entries: readonly Entry[] = [
  {
    name: 'login',
    summary: 'Sign in to a server, and store its key for this account',
    group: 'Sign in',
    load: async () => (await import('./session/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Forget the key of a profile',
    group: 'Sign in',
    load: async () => (await import('./session/logout.ts')).logout,
  },
  {
    name: 'apply',
    summary: 'Make the catalog hold the documents of files',
    group: 'Catalog',
    load: async () => (await import('./apply/apply.ts')).apply,
  },
  {
    name: 'diff',
    summary: 'Show how documents of files differ from the catalog',
    group: 'Catalog',
    load: async () => (await import('./apply/diff.ts')).diff,
  },
  {
    name: 'export',
    summary: 'Write documents of the catalog to files or to standard output',
    group: 'Catalog',
    load: async () => (await import('./apply/export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'Store the documents of an export',
    group: 'Catalog',
    load: async () => (await import('./apply/import.ts')).importCommand,
  },
  {
    name: 'changes',
    summary: 'Judge what a Git branch changes for the consumers of data contracts and products',
    group: 'Work',
    load: async () => (await import('./changes/changes.ts')).changes,
  },
  {
    name: 'test',
    summary: 'Test a contract on real data, also one that is not stored',
    group: 'Work',
    load: async () => (await import('./tests/test.ts')).test,
  },
  {
    name: 'lint',
    summary: 'Check documents of files by the rules of the server',
    group: 'Catalog',
    load: async () => (await import('./apply/lint.ts')).lint,
  },
  {
    name: 'whoami',
    summary: 'Show who you are for the server',
    group: 'Sign in',
    load: async () => (await import('./session/whoami.ts')).whoami,
  },
  {
    name: 'list',
    summary: 'List all of a kind',
    group: 'Catalog',
    load: async () => (await import('./documents/list.ts')).list,
  },
  {
    name: 'get',
    summary: 'Get one of a kind',
    group: 'Catalog',
    load: async () => (await import('./documents/get.ts')).get,
  },
  {
    name: 'put',
    summary: 'Create or replace one of a kind',
    group: 'Catalog',
    load: async () => (await import('./documents/put.ts')).put,
  },
  {
    name: 'edit',
    summary: 'Edit one of a kind in your editor',
    group: 'Catalog',
    load: async () => (await import('./documents/edit.ts')).edit,
  },
  {
    name: 'delete',
    summary: 'Delete some of a kind',
    group: 'Catalog',
    load: async () => (await import('./documents/delete.ts')).deleteCommand,
  },
  {
    name: 'search',
    summary: 'Search the catalog',
    group: 'Catalog',
    load: async () => (await import('./search/search.ts')).search,
  },
  {
    name: 'lineage',
    summary: 'Show what data is made of, and what is made of it',
    group: 'Catalog',
    load: async () => (await import('./search/lineage.ts')).lineage,
  },
  {
    name: 'generate',
    summary: 'Generate code from a contract',
    group: 'Catalog',
    load: async () => (await import('./generate/generate.ts')).generate,
  },
  {
    name: 'access',
    summary: 'Request access to data, and decide about requests',
    group: 'Work',
    load: async () => (await import('./access/access.ts')).access,
  },
  {
    name: 'runs',
    summary: 'Run integrations, which scan platforms for assets',
    group: 'Work',
    load: async () => (await import('./runs/runs.ts')).runs,
  },
  {
    name: 'events',
    summary: 'Read the feed of everything that happens',
    group: 'Work',
    load: async () => (await import('./events/events.ts')).events,
  },
  {
    name: 'ops',
    summary: 'Look after the work of the server',
    group: 'Work',
    load: async () => (await import('./ops/ops.ts')).ops,
  },
  {
    name: 'api',
    summary: 'Call any operation of the API by its name',
    group: 'Programs',
    load: async (words) => (await import('./api/api.ts')).apiWith(words),
  },
  {
    name: 'mcp',
    summary: 'Serve the catalog to an agent on standard input and output',
    group: 'Programs',
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  {
    name: 'completion',
    summary: 'Print the script that completes commands in a shell',
    group: 'Programs',
    load: async () => (await import('./completion/completion.ts')).completion,
  },
];
