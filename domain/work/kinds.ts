/**
 * Kinds of background work; each is a separate queue, so that a slow kind never delays another and operators
 * scale them separately (WORKER_QUEUES).
 */
export const workKinds = [
  'contract-tests',
  // Separate, so that requested tests do not wait for thousands of scheduled ones.
  'scheduled-tests',
  'code-generation',
  // Separate, because it waits for external services of any speed.
  'custom-generation',
  'ingestion',
  'access-timers',
  'mail',
  'ontology-merges',
  // Separate, because it waits for the servers of others.
  'git',
  'webhooks',
  'housekeeping',
] as const;
export type WorkKind = (typeof workKinds)[number];

/**
 * Jobs whose end is answered to the person who waits for it: the connection and the plan of an integration. Their failure is that
 * answer, and needs no operator.
 */
export const answeredJobs = ['test-connection', 'plan-integration'] as const;

export type WorkState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';

/** Prefix of every queue name: one hash tag, so that all keys are on the same node of a Redis cluster. */
export const queuePrefix = '{concordat}';
