import { spawnSync } from 'node:child_process';
import path from 'node:path';

const rootDir = path.resolve(__dirname, '../../..');

it('npm test runs the files of a pattern only', () => {
  const file = 'test/unit/rdf/parse-rdf.test.ts';
  const { stdout } = spawnSync('npm', ['test', '--silent', '--', file, '--listTests'], {
    cwd: rootDir,
    encoding: 'utf8',
    env: { ...process.env, TEST_GROUPS: '' },
  });
  const listed = stdout.split('\n').filter((line) => line.endsWith('.test.ts'));
  expect(listed).toEqual([path.join(rootDir, file)]);
});
