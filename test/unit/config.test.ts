import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig, settings } from '../../config.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import { ConfigError } from '../../lib/config-error.ts';
import type { Setting } from '../../lib/read-setting.ts';

const base = { DATABASE_URL: 'postgres://localhost/x' };

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

describe('loadConfig', () => {
  it('has a default for everything but the database', () => {
    const config = loadConfig(base);
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      testWaitSeconds: 1800,
      leaseSeconds: 30,
    });
    expect(config.allowedHosts).toEqual([]);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('says every problem at once, and no secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      LEASE_SECONDS: '0',
    });
    expect(problems).toEqual([
      "PORT: 'x' must be integer",
      'DATABASE_URL: its value must be an address like postgres://user:password@host:5432/database',
      expect.stringMatching(/^LOG_LEVEL: 'loud' must be one of fatal, error/),
      "LEASE_SECONDS: '0' must be >= 2",
    ]);
    expect(problems.join()).not.toContain('hunter2');
    expect(problemsOf({})).toEqual([expect.stringContaining('DATABASE_URL is not set')]);
  });

  it('says what a text must look like, not its pattern', () => {
    expect(problemsOf({ ...base, SECRET_KEY: 'short' })).toEqual([
      'SECRET_KEY: its value must be at least 32 characters long, such as 32 random bytes in base64: openssl rand -base64 32',
    ]);
    expect(problemsOf({ ...base, PUBLIC_URL: 'catalog.example.com' })[0]).toContain(
      'must be an address like https://',
    );
    for (const { env, schema } of Object.values<Setting>(settings)) {
      if (schema['pattern'] === undefined && schema['minLength'] === undefined) continue;
      const [problem] = problemsOf({ ...base, [env]: '!' });
      expect([env, problem]).toEqual([env, expect.stringMatching(/ must be (?!.*pattern)/)]);
    }
  });

  it('names the kinds of work if WORKER_QUEUES has another name', () => {
    const kinds = { WORKER_QUEUES: 'mail, webhooks' };
    expect(loadConfig({ ...base, ...kinds }).workerQueues).toEqual(['mail', 'webhooks']);
    expect(problemsOf({ ...base, WORKER_QUEUES: 'mail,nope' })).toEqual([
      `WORKER_QUEUES: 'nope' must be one of ${workKinds.join(', ')}`,
    ]);
  });

  it('keeps attachments in DATA_DIR, in another folder or in a bucket', () => {
    const storageOf = (env: Record<string, string>) =>
      loadConfig({ ...base, ...env }).attachmentStorage;
    expect(storageOf({})).toEqual({ kind: 'folder', folder: path.resolve('.data/attachments') });
    expect(storageOf({ DATA_DIR: '/x' })).toEqual({ kind: 'folder', folder: '/x/attachments' });
    expect(storageOf({ DATA_DIR: '/x', ATTACHMENTS_DIR: '/y' })).toMatchObject({ folder: '/y' });
    const bucket = {
      ATTACHMENTS_S3_BUCKET: 'concordat',
      ATTACHMENTS_S3_ACCESS_KEY_ID: 'id',
      ATTACHMENTS_S3_SECRET_ACCESS_KEY: 'hunter2',
    };
    expect(storageOf(bucket)).toEqual({
      kind: 's3',
      bucket: 'concordat',
      endpoint: undefined,
      region: 'us-east-1',
      prefix: '',
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
    });
    const { ATTACHMENTS_S3_BUCKET: _, ...rest } = bucket;
    expect(problemsOf({ ...base, ...rest })).toEqual([
      'ATTACHMENTS_S3_ACCESS_KEY_ID: is set without ATTACHMENTS_S3_BUCKET',
      'ATTACHMENTS_S3_SECRET_ACCESS_KEY: is set without ATTACHMENTS_S3_BUCKET',
    ]);
    expect(
      problemsOf({ ...base, ATTACHMENTS_S3_BUCKET: 'b-1', ATTACHMENTS_S3_ENDPOINT: 'x' }),
    ).toEqual([
      "ATTACHMENTS_S3_ENDPOINT: 'x' must be an address like https://storage.example.com",
      'ATTACHMENTS_S3_BUCKET: needs ATTACHMENTS_S3_ACCESS_KEY_ID and ATTACHMENTS_S3_SECRET_ACCESS_KEY',
    ]);
    for (const prefix of ['/x/', 'x', '../', 'a//']) {
      expect(problemsOf({ ...base, ...bucket, ATTACHMENTS_S3_PREFIX: prefix })).toHaveLength(1);
    }
  });

  it('knows an endpoint that generates from prompts, or none', () => {
    const generationOf = (env: Record<string, string>) =>
      loadConfig({ ...base, ...env }).generation;
    expect(generationOf({ GENERATION_TIMEOUT_SECONDS: '7' })).toBeUndefined();
    const url = 'https://generator.example.com/v1';
    expect(generationOf({ GENERATION_ENDPOINT: url })).toEqual({
      url,
      token: undefined,
      timeoutMs: 50_000,
    });
    const token = 'hunter2-hunter2';
    const more = { GENERATION_TOKEN: token, GENERATION_TIMEOUT_SECONDS: '300' };
    expect(generationOf({ GENERATION_ENDPOINT: url, ...more })).toEqual({
      url,
      token,
      timeoutMs: 300_000,
    });
    expect(problemsOf({ ...base, ...more })).toEqual([
      'GENERATION_TOKEN: is set without GENERATION_ENDPOINT',
    ]);
    for (const wrong of ['ftp://x', 'http://', 'http://u:p@x', 'http://x?y=1', 'http://x/ y', 'x'])
      expect(problemsOf({ ...base, GENERATION_ENDPOINT: wrong })).toEqual([
        `GENERATION_ENDPOINT: '${wrong}' must be an address like https://generator.example.com/generate, without user and query`,
      ]);
    expect(problemsOf({ ...base, GENERATION_ENDPOINT: 'http://[zz]/' })).toHaveLength(1);
    expect(
      problemsOf({ ...base, GENERATION_ENDPOINT: url, GENERATION_TOKEN: 'hunter2 hunter2' }),
    ).toEqual([
      'GENERATION_TOKEN: its value must be of 8 to 4000 visible ASCII characters without spaces',
    ]);
    for (const seconds of ['0', '301', '1.5', 'x'])
      expect(problemsOf({ ...base, GENERATION_TIMEOUT_SECONDS: seconds })).toHaveLength(1);
  });

  it.each([
    ['concordat@example.com', true],
    ['Concordat (test) <concordat@example.com>', true],
    ['concordat', false],
    ['a@example.com, b@example.com', false],
    ['Concordat <a@example.com> <b@example.com>', false],
    ['Concordat\r\nBcc: eve@example.com <a@example.com>', false],
    ['a@example.com\nBcc:eve@example.com', false],
  ])('takes %j as the sender of mails: %s', (from, isTaken) => {
    const url = 'postgres://h/d';
    const problem = `MAIL_FROM: '${from}' must be one e-mail address, or Name <address>`;
    const problems = problemsOf({ DATABASE_URL: url, MAIL_FROM: from }).join('\n');
    expect(problems).toBe(isTaken ? '' : problem);
  });

  it('reads secrets from files, lists by commas, and the credentials of datacontract-cli', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
    writeFileSync(path.join(folder, 'url'), 'postgres://from-file/x\n');
    const config = loadConfig({
      DATABASE_URL_FILE: path.join(folder, 'url'),
      ALLOWED_HOSTS: 'a, b:5432,',
      DATACONTRACT_POSTGRES_USERNAME: 'reader',
    });
    rmSync(folder, { recursive: true });
    expect(config.databaseUrl).toBe('postgres://from-file/x');
    expect(config.allowedHosts).toEqual(['a', 'b:5432']);
    expect(config.sourceCredentials).toEqual({ DATACONTRACT_POSTGRES_USERNAME: 'reader' });
    expect(problemsOf({ DATABASE_URL_FILE: '/nowhere' })[0]).toMatch(/cannot read \/nowhere/);
  });
});
