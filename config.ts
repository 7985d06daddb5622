import path from 'node:path';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { generationSettings, readGenerationEndpoint } from './domain/generation-settings.ts';
import { attachmentQuotaMb } from './domain/messaging/attachment-quota.ts';
import { attachmentSettings, readAttachmentStorage } from './domain/messaging/storage-settings.ts';
import type { ObjectStorageSettings } from './lib/object-storage.ts';
import { readSetting } from './lib/read-setting.ts';
import type { Setting } from './lib/read-setting.ts';
import type { SecretKeys } from './lib/secrets.ts';

const list = (description?: string) =>
  Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    ...(description ? { description } : {}),
  });

const text = (fallback: string) => Type.String({ default: fallback });
const whole = (fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ default: fallback, minimum, maximum });

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** All settings. This file is the only reader of process.env; each setting is declared once, here or in the part of the domain that it is for. */
export const settings = {
  port: { env: 'PORT', schema: whole(8080, 0, 65_535), meaning: 'Port of the API' },
  host: { env: 'HOST', schema: text('127.0.0.1'), meaning: 'Address the API listens on' },
  publicUrl: {
    env: 'PUBLIC_URL',
    schema: Type.Optional(Type.String({ pattern: '^https?://[^/]+.*[^/]$' })),
    meaning: 'Address under which people and clients reach the API; default http://HOST:PORT',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    schema: Type.String({ pattern: '^postgres(ql)?://.+' }),
    meaning: 'Postgres ≥ 15; without it bin/start runs a private server',
    secret: true,
  },
  databaseListenUrl: {
    env: 'DATABASE_LISTEN_URL',
    schema: Type.Optional(Type.String({ pattern: '^postgres(ql)?://.+' })),
    meaning: 'Direct connection for LISTEN when DATABASE_URL goes through a transaction pooler',
    secret: true,
  },
  redisUrl: {
    env: 'REDIS_URL',
    schema: Type.Optional(Type.String({ pattern: '^rediss?://.+' })),
    meaning:
      'Redis ≥ 6.2 or Valkey for workers and clocks; without it bin/start runs a private server',
    secret: true,
  },
  dataDir: {
    env: 'DATA_DIR',
    schema: text('.data'),
    meaning: 'Folder of the private servers and their logs',
  },
  ...attachmentSettings,
  attachmentQuotaMb,
  bootstrapApiKey: {
    env: 'BOOTSTRAP_API_KEY',
    schema: Type.Optional(Type.String({ pattern: '^ck_o_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$' })),
    meaning: 'Value of the first organization key; without it one is made and printed once',
    secret: true,
  },
  secretKey: {
    env: 'SECRET_KEY',
    schema: Type.Optional(Type.String({ minLength: 32 })),
    meaning:
      'Key for stored credentials, at least 32 characters; every ciphertext names the key that made it',
    secret: true,
  },
  secretKeyPrevious: {
    env: 'SECRET_KEY_PREVIOUS',
    schema: Type.Array(Type.String({ minLength: 32 }), { default: [] }),
    meaning:
      'Former values of SECRET_KEY, comma-separated: what they have sealed can be read until npm run secrets -- rotate has sealed it anew',
    secret: true,
  },
  smtpUrl: {
    env: 'SMTP_URL',
    schema: Type.Optional(Type.String({ pattern: '^smtps?://.+' })),
    meaning: 'Mail server; without it mails stay in the ledger',
    secret: true,
  },
  mailFrom: {
    env: 'MAIL_FROM',
    schema: Type.String({
      default: 'concordat@localhost',
      description: 'one e-mail address, or Name <address>',
      pattern: String.raw`^([^<>\r\n]*<[^<>@\s,;:"]+@[^<>@\s,;:"]+>|[^<>@\s,;:"]+@[^<>@\s,;:"]+)$`,
    }),
    meaning: 'Sender of mails: an address, or Name <address>',
  },
  workerQueues: {
    env: 'WORKER_QUEUES',
    schema: list(),
    meaning: 'Kinds of work this worker does, comma-separated; empty means all',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    schema: Type.Unsafe<LogLevel>({ type: 'string', enum: [...logLevels], default: 'info' }),
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  allowedHosts: {
    env: 'ALLOWED_HOSTS',
    schema: list(),
    meaning:
      'Hosts (host, host:port or *.domain, comma-separated) that contract tests and ingestion may connect to; empty means none',
  },
  webhookAllowedHosts: {
    env: 'WEBHOOK_ALLOWED_HOSTS',
    schema: list(),
    meaning:
      'Private hosts (host or host:port, comma-separated) that webhooks and chat messages may be sent to; public ones need no entry',
  },
  allowedDataDirs: {
    env: 'ALLOWED_DATA_DIRS',
    schema: Type.Array(Type.String({ minLength: 1 }), { default: ['examples'] }),
    meaning: 'Folders (comma-separated) whose files contract tests and ingestion may read',
  },
  testWaitSeconds: {
    env: 'TEST_WAIT_SECONDS',
    schema: whole(1800, 0, 86_400),
    meaning: 'How long POST …/test waits for the result before it answers 202',
  },
  leaseSeconds: {
    env: 'LEASE_SECONDS',
    schema: whole(30, 2, 3600),
    meaning: 'How long a silent worker keeps its work before another takes over',
  },
  eventRetentionDays: {
    env: 'EVENT_RETENTION_DAYS',
    schema: whole(90, 1, 36_500),
    meaning: 'How long events stay in the feed',
  },
  eventTypePrefix: {
    env: 'EVENT_TYPE_PREFIX',
    schema: text('com.datamesh-manager.events.'),
    meaning: 'Put before the type of every CloudEvent',
  },
  provisioningAlertMinutes: {
    env: 'PROVISIONING_ALERT_MINUTES',
    schema: whole(60, 0, 525_600),
    meaning:
      'After how long an active access that nobody reports as provisioned raises an alert; 0 never',
  },
  ...generationSettings,
  deprecatedFormatsUntil: {
    env: 'DEPRECATED_FORMATS_UNTIL',
    schema: Type.String({ default: '2026-12-31', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    meaning: 'Last day on which the deprecated DCS and DPS formats are accepted',
  },
} as const satisfies Record<string, Setting>;

type Values = {
  [Name in keyof typeof settings]: Static<(typeof settings)[Name]['schema']>;
};

/** What is read otherwise than it is declared. */
type Derived = {
  publicUrl: string;
  secretKey: string | undefined;
  secretKeyPrevious: readonly string[];
  allowedDataDirs: readonly string[];
  allowedHosts: readonly string[];
  webhookAllowedHosts: readonly string[];
  workerQueues: readonly string[];
  sourceCredentials: Readonly<Record<string, string>>;
  attachmentStorage: ObjectStorageSettings;
  generation: ReturnType<typeof readGenerationEndpoint>;
};

/** Checked and frozen settings; `sourceCredentials` are the `DATACONTRACT_*` variables of datacontract-cli. */
export type Config = Readonly<
  Omit<Values, keyof Derived | keyof typeof attachmentSettings> & Derived
>;

/** Thrown by `loadConfig`; the message lists every problem at once, one a line, and no value of a secret. */
export class ConfigError extends Error {}

/** Reads and checks all settings; problems come together in one ConfigError. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    values[name] = readSetting(setting, env, problems);
  }
  const checked = values as Values;
  const attachmentStorage = readAttachmentStorage(checked, problems);
  const generation = readGenerationEndpoint(checked, problems);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze({
    ...checked,
    attachmentStorage,
    generation,
    publicUrl: checked.publicUrl ?? `http://${checked.host}:${checked.port}`,
    allowedDataDirs: checked.allowedDataDirs.map((folder) => path.resolve(folder)),
    sourceCredentials: Object.freeze(sourceCredentials(env)),
  });
}

/** The key that seals stored credentials, with those that still open some; undefined when there is none. */
export function secretKeysOf({
  secretKey,
  secretKeyPrevious,
}: Pick<Config, 'secretKey' | 'secretKeyPrevious'>): SecretKeys | undefined {
  return secretKey && { current: secretKey, previous: secretKeyPrevious };
}

function sourceCredentials(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith('DATACONTRACT_') && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
