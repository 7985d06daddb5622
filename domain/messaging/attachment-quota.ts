import { Type } from '@sinclair/typebox';

/** How much of the storage of attachments may be one contact's: for `config.ts`, which reads it. */
export const attachmentQuotaMb = {
  env: 'ATTACHMENT_QUOTA_MB',
  schema: Type.Integer({ default: 1024, minimum: 0, maximum: 1_048_576 }),
  meaning: 'How many megabytes of uploaded attachments one contact may keep; 0 without bound',
} as const;
