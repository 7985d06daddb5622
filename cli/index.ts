import type { Command } from './command.ts';

/** A line of the registry: what the list of commands shows, and the command itself, loaded when it is called. */
export type Entry = { name: string; summary: string; group: Group; load: () => Promise<Command> };

/** Headings of the list of commands. */
export const groups = ['Sign in', 'Catalog', 'Work', 'Shell'] as const;
export type Group = (typeof groups)[number];

/**
 * The client commands; a new one is its file and its line here. A call loads only its own command: all together take longer to
 * load than most of them take to run.
 */
export const entries: readonly Entry[] = [
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
];
