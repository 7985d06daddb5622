import { testDataContract } from './contract-tests/test-data-contract.ts';
import type { Job } from './define-job.ts';
import { applyRetention } from './housekeeping/apply-retention.ts';
import { forgetIdempotencyKeys } from './housekeeping/forget-idempotency-keys.ts';
import { sendChatMessage } from './mail/send-chat-message.ts';
import { sendMail } from './mail/send-mail.ts';

/** Every job; a new one is its file and its line here. */
export const jobs: readonly Job[] = [
  testDataContract,
  sendMail,
  sendChatMessage,
  applyRetention,
  forgetIdempotencyKeys,
];
