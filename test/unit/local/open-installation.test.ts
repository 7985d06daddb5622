import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../lib/clock.ts';
import { openInstallation } from '../../../local/doctor/open-installation.ts';

it('leaves out wrong settings, and those that make no sense without them', () => {
  const rootDir = mkdtempSync(path.join(tmpdir(), 'concordat-installation-'));
  try {
    const env = {
      DATABASE_URL: 'postgres://localhost/x',
      PORT: 'x',
      ATTACHMENTS_S3_BUCKET: 'concordat',
      ATTACHMENTS_S3_ENDPOINT: 'https://storage.example.com',
      ATTACHMENTS_S3_ACCESS_KEY_ID: 'id',
      TEST_WAIT_SECONDS: '7',
    };
    const installation = openInstallation({ env, rootDir, clock: systemClock });
    expect(installation.settingProblems).toEqual([
      "PORT: 'x' must be integer",
      'ATTACHMENTS_S3_BUCKET: needs ATTACHMENTS_S3_ACCESS_KEY_ID and ATTACHMENTS_S3_SECRET_ACCESS_KEY',
    ]);
    expect([...installation.wrongSettings]).toEqual(['PORT', 'ATTACHMENTS_S3_BUCKET']);
    expect(installation.config).toMatchObject({ port: 8080, testWaitSeconds: 7 });
    expect(installation.config.attachmentStorage.kind).toBe('folder');
  } finally {
    rmSync(rootDir, { recursive: true });
  }
});
