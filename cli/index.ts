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
];
