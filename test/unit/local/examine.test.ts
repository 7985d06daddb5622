import { failed, ok, warning } from '../../../local/doctor/check.ts';
import type { Check } from '../../../local/doctor/check.ts';
import { examine } from '../../../local/doctor/examine.ts';
import { openInstallation } from '../../../local/doctor/open-installation.ts';
import { systemClock } from '../../../lib/clock.ts';

const password = 'pass word/1';
const env = {
  DATABASE_URL: `postgres://me:${encodeURIComponent(password)}@127.0.0.1:1/x`,
  SECRET_KEY: 'k'.repeat(32),
  PORT: 'many',
};
const installation = openInstallation({ env, rootDir: '/nowhere', clock: systemClock });
const good: Check = { name: 'good', run: async () => ok('fine') };

/** What a list of checks finds. */
async function look(...checks: Check[]): Promise<unknown> {
  return examine(installation, { checks, limitMs: 50 });
}

it('waits for no check longer than the limit', async () => {
  const silent: Check = { name: 'silent', run: () => new Promise(() => undefined) };
  expect(await look(silent, good)).toMatchObject([
    { name: 'silent', state: 'failed', found: 'no answer within 0.05 s' },
    { name: 'good', state: 'ok' },
  ]);
});

it('takes a check that throws for failed', async () => {
  const broken: Check = { name: 'broken', run: () => Promise.reject(new Error('oh')) };
  expect(await look(broken)).toMatchObject([
    { state: 'failed', found: 'the check itself failed: oh', advice: expect.any(String) },
  ]);
});

it('skips what needs a check that failed, and what needs that; a warning is good enough', async () => {
  const checks: Check[] = [
    { name: 'bad', run: async () => failed('bad', 'mend it') },
    { name: 'doubtful', run: async () => warning('so so', 'look at it') },
    { ...good, name: 'child', needs: ['bad'] },
    { ...good, name: 'grandchild', needs: ['child'] },
    { ...good, name: 'other', needs: ['doubtful'] },
  ];
  expect(await look(...checks)).toMatchObject([
    { state: 'failed' },
    { state: 'warning' },
    { state: 'skipped', found: "not checked: 'bad' failed" },
    { state: 'skipped', found: "not checked: 'child' was skipped" },
    { state: 'ok' },
  ]);
});

it('skips what uses a setting that is wrong', async () => {
  expect(await look({ ...good, settings: ['HOST', 'PORT'] })).toMatchObject([
    { state: 'skipped', found: 'not checked: PORT is invalid' },
  ]);
});

it('prints no secret, whatever a check says', async () => {
  const all = [...Object.values(env), password].join(' ');
  const [result] = await examine(installation, {
    checks: [{ name: 'talkative', run: async () => failed(all, all) }],
    limitMs: 50,
  });
  for (const text of [result?.found, result?.advice])
    expect(text).toBe('postgres://me:***@127.0.0.1:1/x *** many ***');
});
