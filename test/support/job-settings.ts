import os from 'node:os';
import path from 'node:path';
import type { JobSettings } from '../../jobs/define-job.ts';
import { openObjectStorage } from '../../lib/open-object-storage.ts';

/** Opens the secrets that the API of a test has sealed. */
export const testSecretKey = 'a key that seals the secrets of tests';

/** What jobs read in tests, besides what their sources are. */
export const jobSettings: Omit<JobSettings, 'sourceAccess'> = {
  webhookAllowedHosts: [],
  eventRetentionDays: 90,
  provisioningAlertMinutes: 60,
  smtpUrl: undefined,
  mailFrom: 'concordat@example.com',
  eventTypePrefix: 'com.datamesh-manager.events.',
  publicUrl: 'http://concordat.test',
  generation: undefined,
  secretKey: testSecretKey,
  // Nothing is there: jobs of tests with attachments get the storage of their API.
  storage: openObjectStorage({
    kind: 'folder',
    folder: path.join(os.tmpdir(), 'concordat-no-attachments'),
  }),
};
