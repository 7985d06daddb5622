import { announce, withoutSecrets } from '../../../local/announcement.ts';
import { errorIn, readOutput } from '../../../local/processes/process-output.ts';

const facts = {
  address: 'http://127.0.0.1:8080',
  createdKey: 'ck_o_new',
  keyIsGiven: false,
  signInLink: 'http://127.0.0.1:8080/sign-in#code=yG3vWq9mT2bH5kLx8nRc4A',
  organizationId: 'org',
  dataDir: '/data',
  postgres: 'PostgreSQL 18.4',
  postgresLocation: '/data/postgres',
  redis: 'Valkey',
  logs: '/data/logs/*.log',
  seconds: 1.23,
};

describe('the block of bin/start', () => {
  test('shows a key in full only when it is new', () => {
    expect(announce(facts)).toContain('ck_o_new');
    expect(announce({ ...facts, createdKey: undefined })).toContain('printed at the first start');
  });

  test('never repeats a key that was given', () => {
    const text = announce({ ...facts, keyIsGiven: true });
    expect(text).toContain('BOOTSTRAP_API_KEY');
    expect(text).not.toContain('ck_o_new');
  });

  test('shows addresses without user and password', () => {
    expect(withoutSecrets('postgres://me:secret@db:5432/x?password=p')).toBe(
      'postgres://db:5432/x',
    );
  });
});

describe('what a process prints', () => {
  const line = (level: number, msg: string): string => `${JSON.stringify({ level, msg })}\n`;

  test('goes to its log whole, and to the terminal as one line per second when it is an error', () => {
    const written: string[] = [];
    const shown: string[] = [];
    const output = readOutput(
      'api',
      { write: (text) => void written.push(text) },
      (text) => void shown.push(text),
    );
    const all = line(30, 'fine') + line(50, 'first') + line(50, 'second');
    output.take(all.slice(0, 20));
    output.take(all.slice(20));
    expect(written.join('')).toBe(all);
    expect(shown).toEqual(['api: first']);
  });

  test('explains an end by its error rather than by the stack around it', () => {
    const output = readOutput('api', { write: () => undefined }, () => undefined);
    output.take(
      'file:///app/x.js:3\n  throw new TypeError()\n\nTypeError: no such thing\n    at y\n\nNode.js v20\n',
    );
    expect(output.lastWords()).toBe('TypeError: no such thing');
  });

  test('only JSON lines of level error and worse count as errors', () => {
    expect(errorIn('{"level":50,"msg":"a","err":{"message":"b"}}')).toBe('a: b');
    expect(errorIn('{"level":40,"msg":"a"}')).toBeUndefined();
    expect(errorIn('{not json')).toBeUndefined();
    expect(errorIn('Error: x')).toBeUndefined();
  });
});
