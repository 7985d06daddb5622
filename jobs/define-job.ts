import type { Static, TObject } from '@sinclair/typebox';
import type { SourceAccess } from '../connectors/connector.ts';
import type { Database, Tx } from '../db/connect.ts';
import type { ClaimedWork } from '../db/tables/work/claims.ts';
import type { GenerationEndpoint } from '../domain/code-generation/settings.ts';
import type { OpenLineageTarget } from '../domain/open-lineage/settings.ts';
import type { EmbeddingEndpoint } from '../domain/search/embedding-settings.ts';
import type { WorkKind } from '../domain/work/kinds.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { ObjectStorage } from '../lib/object-storage/object-storage.ts';
import type { JobMetrics } from './measure-jobs.ts';
import type { SecretKeys } from '../lib/secrets/secrets.ts';

/** The context that a job gets from its process. */
export type JobContext = {
  database: Database;
  work: ClaimedWork;
  /** Aborts when the work is cancelled, takes too long, loses its lease, or the process stops. */
  signal: AbortSignal;
  /** Writes in a fenced transaction; the only way to write before the closing write. */
  fenced: <T>(write: (tx: Tx) => Promise<T>) => Promise<T>;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
  settings: JobSettings;
};

/** Settings that jobs read. */
export type JobSettings = {
  sourceAccess: SourceAccess;
  /** Time for reading the definitions of other catalogs that one contract links; 0 reads none. */
  foreignDefinitionSeconds: number;
  /** Private hosts that webhooks and chat messages may be sent to; see `connectors/http/post.ts`. */
  webhookAllowedHosts: readonly string[];
  eventRetentionDays: number;
  /** Last day on which documents in deprecated formats are accepted; undefined for no limit. */
  deprecatedFormatsUntil: string | undefined;
  /** Minutes after which an active access without provisioning raises an alert; 0 disables it. */
  provisioningAlertMinutes: number;
  /** Mails stay in the ledger if this is undefined. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Public address of the product, for links in mails. */
  publicUrl: string;
  /** Prefix of event types in webhooks. */
  eventTypePrefix: string;
  /** The service that generates from prompts; undefined if there is none. */
  generation: GenerationEndpoint | undefined;
  /** The service that computes embeddings for the search; undefined if there is none. */
  embedding?: EmbeddingEndpoint | undefined;
  /** Receiver of events about our own runs; undefined if there is none. */
  openLineage?: OpenLineageTarget | undefined;
  /** Opens sealed secrets; undefined if they cannot be read. */
  secretKey: SecretKeys | undefined;
  /** Storage of uploaded attachments. */
  storage: ObjectStorage;
};

/** The last write of a job; the runner executes it and closes the work row in one fenced transaction. */
export type ClosingWrite = (tx: Tx) => Promise<void>;

export type GiveUpReason = { outcome: 'FAILED' | 'CANCELLED'; error: string };

type GiveUp<Payload> = (
  tx: Tx,
  subject: { work: ClaimedWork; payload: Payload; now: Date },
  reason: GiveUpReason,
) => Promise<void>;

export type JobDefinition<Schema extends TObject> = {
  kind: WorkKind;
  name: string;
  payload: Schema;
  run: (context: JobContext, payload: Static<Schema>) => Promise<ClosingWrite>;
  /** Runs in the transaction that marks the work FAILED or CANCELLED, by runner or sweeper. */
  giveUp: GiveUp<Static<Schema>>;
};

/** A job without its payload type, so that all fit one registry. */
export type Job = Omit<JobDefinition<TObject>, 'run' | 'giveUp'> & {
  run: (context: JobContext, payload: unknown) => Promise<ClosingWrite>;
  giveUp: GiveUp<unknown>;
};

/**
 * Declares a job; `run` and `giveUp` are typed by the payload's schema. The runner only passes valid payloads.
 */
export function defineJob<Schema extends TObject>(definition: JobDefinition<Schema>): Job {
  return definition as unknown as Job;
}
