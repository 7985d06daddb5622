import type { WorkKind } from '../domain/work/kinds.ts';

/** Limits of a kind; the same for all its jobs, because they share a queue. */
export type KindPolicy = {
  /** Pieces of work that one process runs concurrently. */
  concurrency: number;
  /** An attempt that takes longer is stopped and counts as failed. */
  timeoutMs: number;
  maxAttempts: number;
  /** Delay after the given attempt. */
  backoffMs: (attempt: number) => number;
  /**
   * True if closing writes touch only rows of their own subject and may be called twice: then attempts that end
   * at the same time share a transaction.
   */
  closesTogether: boolean;
};

const minute = 60_000;
const exponential = (firstMs: number, maxMs: number) => (attempt: number) =>
  Math.min(maxMs, firstMs * 2 ** (attempt - 1));

/** Concurrency, time limits and retries of all kinds. */
export const kindPolicies: Readonly<Record<WorkKind, KindPolicy>> = {
  'contract-tests': {
    concurrency: 4,
    timeoutMs: 60 * minute,
    maxAttempts: 8,
    backoffMs: exponential(1_000, minute),
    closesTogether: true,
  },
  'scheduled-tests': {
    // Scheduled tests run in addition to requested ones, with the same memory for each.
    concurrency: 2,
    timeoutMs: 60 * minute,
    maxAttempts: 8,
    backoffMs: exponential(1_000, minute),
    closesTogether: true,
  },
  'code-generation': {
    concurrency: 2,
    timeoutMs: minute,
    maxAttempts: 5,
    backoffMs: exponential(500, minute),
    closesTogether: true,
  },
  'custom-generation': {
    // Each may hold a long answer; longer than the maximum of GENERATION_TIMEOUT_SECONDS.
    concurrency: 4,
    timeoutMs: 6 * minute,
    maxAttempts: 5,
    backoffMs: exponential(500, minute),
    closesTogether: true,
  },
  ingestion: {
    // Connection tests must not wait for long scans; the memory of a run is bounded.
    concurrency: 4,
    timeoutMs: 24 * 60 * minute,
    // A run whose worker died is resumed once.
    maxAttempts: 2,
    backoffMs: exponential(5_000, 5 * minute),
    closesTogether: false,
  },
  'access-timers': {
    concurrency: 4,
    timeoutMs: minute,
    maxAttempts: 1_000,
    backoffMs: exponential(1_000, minute),
    closesTogether: true,
  },
  mail: {
    concurrency: 4,
    timeoutMs: 2 * minute,
    maxAttempts: 20,
    backoffMs: exponential(5_000, 60 * minute),
    closesTogether: true,
  },
  'ontology-merges': {
    concurrency: 2,
    timeoutMs: minute,
    maxAttempts: 5,
    backoffMs: exponential(500, minute),
    closesTogether: false,
  },
  git: {
    // Each may hold a pack of 64 MB and what it unpacks to.
    concurrency: 2,
    timeoutMs: 10 * minute,
    maxAttempts: 5,
    backoffMs: exponential(1_000, minute),
    closesTogether: false,
  },
  webhooks: {
    concurrency: 50,
    timeoutMs: minute,
    maxAttempts: 40,
    backoffMs: exponential(5_000, 4 * 60 * minute),
    closesTogether: true,
  },
  housekeeping: {
    concurrency: 1,
    timeoutMs: 30 * minute,
    maxAttempts: 5,
    backoffMs: exponential(10_000, 10 * minute),
    closesTogether: false,
  },
};
