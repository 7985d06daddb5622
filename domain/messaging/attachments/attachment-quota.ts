import { Type } from '@sinclair/typebox';

/** Storage quota of a contact's attachments; a setting for `config.ts`. */
export const attachmentQuotaMb = {
  env: 'ATTACHMENT_QUOTA_MB',
  schema: Type.Integer({ default: 1024, minimum: 0, maximum: 1_048_576 }),
  meaning: 'How many megabytes of uploaded attachments one contact may keep; 0 without bound',
} as const;
