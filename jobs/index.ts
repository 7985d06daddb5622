import { testDataContract } from './contract-tests/test-data-contract.ts';
import type { Job } from './define-job.ts';
import { applyRetention } from './housekeeping/apply-retention.ts';
import { forgetIdempotencyKeys } from './housekeeping/forget-idempotency-keys.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

/** Every job; a new one is its file and its line here. */
export const jobs: readonly Job[] = [
  testDataContract,
  applyRetention,
  forgetIdempotencyKeys,
  deliverWebhook,
];
