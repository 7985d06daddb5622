/**
 * Kinds of background work; each is one queue, so that a slow kind never holds up another and operators
 * scale them apart (WORKER_QUEUES).
 */
export const workKinds = [
  'contract-tests',
  // Apart, so that nobody who waits for a test waits for those that the clock starts by the thousand.
  'scheduled-tests',
  'code-generation',
  // Apart, because it waits for others for as long as they like.
  'custom-generation',
  'ingestion',
  'access-timers',
  'mail',
  'ontology-merges',
  'webhooks',
  'housekeeping',
] as const;
export type WorkKind = (typeof workKinds)[number];

export type WorkState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';

/** Before the name of every queue: one hash tag, so that all its keys lie together on a Redis cluster. */
export const queuePrefix = '{concordat}';
