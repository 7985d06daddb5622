import type { Check } from './check.ts';
import { allowedFolders } from './checks/allowed-folders.ts';
import { api } from './checks/api.ts';
import { attachments } from './checks/attachments.ts';
import { clockSkew } from './checks/clock-skew.ts';
import { credentials } from './checks/credentials.ts';
import { database } from './checks/database.ts';
import { disk } from './checks/disk.ts';
import { embeddings } from './checks/embeddings.ts';
import { git } from './checks/git.ts';
import { generation } from './checks/generation.ts';
import { mail } from './checks/mail.ts';
import { nodeVersion } from './checks/node-version.ts';
import { processes } from './checks/processes.ts';
import { postgresVersion } from './checks/postgres-version.ts';
import { redis } from './checks/redis.ts';
import { redisPolicy } from './checks/redis-policy.ts';
import { schema } from './checks/schema.ts';
import { sealing } from './checks/sealing.ts';
import { settings } from './checks/settings.ts';
import { signIn } from './checks/sign-in.ts';
import { signals } from './checks/signals.ts';
import { work } from './checks/work.ts';

/** The checks of doctor in the order of their lines; a check comes after its prerequisites. */
export const checks: readonly Check[] = [
  settings,
  nodeVersion,
  disk,
  database,
  postgresVersion,
  schema,
  sealing,
  signals,
  clockSkew,
  redis,
  redisPolicy,
  mail,
  allowedFolders,
  attachments,
  generation,
  embeddings,
  git,
  signIn,
  credentials,
  api,
  processes,
  work,
];
