import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../lib/clock.ts';
import { openPatient } from '../../../local/doctor/open-patient.ts';

it('leaves out wrong settings, and those that make no sense without them', () => {
  const rootDir = mkdtempSync(path.join(tmpdir(), 'concordat-patient-'));
  try {
    const env = {
      DATABASE_URL: 'postgres://localhost/x',
      PORT: 'x',
      ATTACHMENTS_S3_BUCKET: 'concordat',
      ATTACHMENTS_S3_ENDPOINT: 'https://storage.example.com',
      ATTACHMENTS_S3_ACCESS_KEY_ID: 'id',
      TEST_WAIT_SECONDS: '7',
    };
    const patient = openPatient({ env, rootDir, clock: systemClock });
    expect(patient.settingProblems).toEqual([
      "PORT: 'x' must be integer",
      'ATTACHMENTS_S3_BUCKET: needs ATTACHMENTS_S3_ACCESS_KEY_ID and ATTACHMENTS_S3_SECRET_ACCESS_KEY',
    ]);
    expect([...patient.wrongSettings]).toEqual(['PORT', 'ATTACHMENTS_S3_BUCKET']);
    expect(patient.config).toMatchObject({ port: 8080, testWaitSeconds: 7 });
    expect(patient.config.attachmentStorage.kind).toBe('folder');
  } finally {
    rmSync(rootDir, { recursive: true });
  }
});
