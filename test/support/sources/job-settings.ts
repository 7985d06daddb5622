import os from 'node:os';
import path from 'node:path';
import type { JobSettings } from '../../../jobs/define-job.ts';
import { openObjectStorage } from '../../../lib/object-storage/open.ts';

/** The key that sealed the secrets of a test's API. */
export const testSecretKey = 'a key that seals the secrets of tests';

/** Settings of jobs in tests, without those of their sources. */
export const jobSettings: Omit<JobSettings, 'sourceAccess'> = {
  foreignDefinitionSeconds: 10,
  webhookAllowedHosts: [],
  eventRetentionDays: 90,
  deprecatedFormatsUntil: undefined,
  provisioningAlertMinutes: 60,
  smtpUrl: undefined,
  mailFrom: 'concordat@example.com',
  eventTypePrefix: 'com.datamesh-manager.events.',
  publicUrl: 'http://concordat.test',
  generation: undefined,
  secretKey: testSecretKey,
  // An empty folder: jobs of tests with attachments get the storage of their API.
  storage: openObjectStorage({
    kind: 'folder',
    folder: path.join(os.tmpdir(), 'concordat-no-attachments'),
  }),
};
