import path from 'node:path';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { generationSettings, readGenerationEndpoint } from './domain/code-generation/settings.ts';
import { attachmentQuotaMb } from './domain/messaging/attachments/attachment-quota.ts';
import {
  attachmentSettings,
  readAttachmentStorage,
} from './domain/messaging/attachments/storage-settings.ts';
import { mailSettings } from './domain/notifications/mail-settings.ts';
import { embeddingSettings, readEmbeddingEndpoint } from './domain/search/embedding-settings.ts';
import { openLineageSettings } from './domain/open-lineage/settings.ts';
import { readOidcSettings, signInSettings } from './domain/organizations/sign-in-settings.ts';
import { workKinds } from './domain/work/kinds.ts';
import type { WorkKind } from './domain/work/kinds.ts';
import { ConfigError } from './lib/config-error.ts';
import type { ObjectStorageSettings } from './lib/object-storage/object-storage.ts';
import { readSetting } from './lib/read-setting.ts';
import type { Setting } from './lib/read-setting.ts';
import { tracingSettings } from './lib/tracing/tracing-settings.ts';
import { showSettings } from './lib/show-settings.ts';
import type { ShownSetting } from './lib/show-settings.ts';

const list = () => Type.Array(Type.String({ minLength: 1 }), { default: [] });

const text = (fallback: string) => Type.String({ default: fallback });
const whole = (fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ default: fallback, minimum, maximum });

const postgresAddress = {
  pattern: '^postgres(ql)?://.+',
  description: 'an address like postgres://user:password@host:5432/database',
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** All settings of api, worker and clock, which read the environment here only; each setting is declared once, here or in the part of the domain that it is for. */
export const settings = {
  port: { env: 'PORT', schema: whole(8080, 0, 65_535), meaning: 'Port of the API' },
  host: { env: 'HOST', schema: text('127.0.0.1'), meaning: 'Address the API listens on' },
  publicUrl: {
    env: 'PUBLIC_URL',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/]+.*[^/]$',
        description: 'an address like https://catalog.example.com, without a slash at its end',
      }),
    ),
    meaning: 'Address under which people and clients reach the API; default http://HOST:PORT',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    schema: Type.String(postgresAddress),
    meaning: 'Postgres ≥ 15; without it bin/start runs a private server',
    secret: true,
  },
  databaseListenUrl: {
    env: 'DATABASE_LISTEN_URL',
    schema: Type.Optional(Type.String(postgresAddress)),
    meaning: 'Direct connection for LISTEN when DATABASE_URL goes through a transaction pooler',
    secret: true,
  },
  redisUrl: {
    env: 'REDIS_URL',
    schema: Type.Optional(
      Type.String({
        pattern: '^rediss?://.+',
        description: 'an address like redis://:password@host:6379',
      }),
    ),
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
    schema: Type.Optional(
      Type.String({
        pattern: '^ck_o_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$',
        description: 'ck_o_, 8 letters or digits, _, and 32 letters or digits',
      }),
    ),
    meaning: 'Value of the first organization key; without it one is made and printed once',
    secret: true,
  },
  secretKey: {
    env: 'SECRET_KEY',
    schema: Type.Optional(
      Type.String({
        minLength: 32,
        description:
          'at least 32 characters long, such as 32 random bytes in base64: openssl rand -base64 32',
      }),
    ),
    meaning:
      'Key for stored credentials, at least 32 characters; every ciphertext names the key that made it',
    secret: true,
  },
  secretKeyPrevious: {
    env: 'SECRET_KEY_PREVIOUS',
    schema: Type.Array(Type.String({ minLength: 32 }), {
      default: [],
      description: 'keys of at least 32 characters, separated by commas',
    }),
    meaning:
      'Former values of SECRET_KEY, comma-separated: what they have sealed can be read until npm run secrets -- rotate has sealed it anew',
    secret: true,
  },
  ...mailSettings,
  ...signInSettings,
  workerQueues: {
    env: 'WORKER_QUEUES',
    schema: Type.Array(Type.Unsafe<WorkKind>({ type: 'string', enum: [...workKinds] }), {
      default: [],
    }),
    meaning: `Kinds of work this worker does, comma-separated, of ${workKinds.join(', ')}; empty means all`,
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
  foreignDefinitionSeconds: {
    env: 'FOREIGN_DEFINITION_SECONDS',
    schema: whole(10, 0, 300),
    meaning:
      'How long reading the definitions of other catalogs that one contract links may take in all; 0 reads none; their hosts must be in ALLOWED_HOSTS',
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
      'After how long an active access without a report that it is provisioned raises an alert; 0 never',
  },
  ...generationSettings,
  ...embeddingSettings,
  ...tracingSettings,
  ...openLineageSettings,
  deprecatedFormatsUntil: {
    env: 'DEPRECATED_FORMATS_UNTIL',
    schema: Type.String({
      default: '2026-12-31',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'a day like 2026-12-31',
    }),
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
  workerQueues: readonly WorkKind[];
  sourceCredentials: Readonly<Record<string, string>>;
  attachmentStorage: ObjectStorageSettings;
  generation: ReturnType<typeof readGenerationEndpoint>;
  embedding: ReturnType<typeof readEmbeddingEndpoint>;
  /** The sign-in provider, if there is one. */
  oidc: ReturnType<typeof readOidcSettings>;
  /** Every setting without its secrets, for people. */
  shownSettings: readonly ShownSetting[];
};

/** Checked and frozen settings; `sourceCredentials` are the `DATACONTRACT_*` variables of datacontract-cli. */
export type Config = Readonly<
  Omit<Values, keyof Derived | keyof typeof attachmentSettings> & Derived
>;

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
  const embedding = readEmbeddingEndpoint(checked, problems);
  const oidc = readOidcSettings(checked, problems);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze({
    ...checked,
    attachmentStorage,
    generation,
    embedding,
    oidc,
    shownSettings: showSettings(settings, env, values),
    publicUrl: checked.publicUrl ?? `http://${checked.host}:${checked.port}`,
    allowedDataDirs: checked.allowedDataDirs.map((folder) => path.resolve(folder)),
    sourceCredentials: Object.freeze(sourceCredentials(env)),
  });
}

function sourceCredentials(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith('DATACONTRACT_') && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
