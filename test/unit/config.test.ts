import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../../config.ts';

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
      'DATABASE_URL: its value must match pattern "^postgres(ql)?://.+"',
      expect.stringMatching(/^LOG_LEVEL: 'loud' must be one of fatal, error/),
      "LEASE_SECONDS: '0' must be >= 2",
    ]);
    expect(problems.join()).not.toContain('hunter2');
    expect(problemsOf({})).toEqual([expect.stringContaining('DATABASE_URL is not set')]);
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
