import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { integrations } from './integrations.ts';
import { keys } from './keys.ts';
import { migrate } from './migrate.ts';
import { organizations } from './organizations.ts';
import { secrets } from './secrets.ts';
import { simulateProvisioner } from './simulate-provisioner.ts';
import { tokens } from './tokens.ts';
import { work } from './work.ts';

/** The commands of operators; a new one is its file, its line here, and its script in package.json. */
export const commands: readonly Command[] = [
  keys,
  tokens,
  organizations,
  integrations,
  work,
  secrets,
  migrate,
  doctor,
  simulateProvisioner,
];
