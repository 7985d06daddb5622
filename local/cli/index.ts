import type { Command } from './command.ts';

/**
 * The commands of operators; a new one is its file, its line here, and its script in package.json. A call loads only its own
 * command: all together take longer to load than most of them take to run.
 */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  keys: async () => (await import('./keys.ts')).keys,
  tokens: async () => (await import('./tokens.ts')).tokens,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
  organizations: async () => (await import('./organizations.ts')).organizations,
  integrations: async () => (await import('./integrations/integrations.ts')).integrations,
  work: async () => (await import('./work.ts')).work,
  secrets: async () => (await import('./secrets.ts')).secrets,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  migrate: async () => (await import('./migrate.ts')).migrate,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'simulate-provisioner': async () =>
    (await import('./simulate-provisioner.ts')).simulateProvisioner,
};

/** The command with this name; undefined if there is none. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? commands[name]?.() : undefined;
}
