import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { go } from '../../../jobs/code-generation/generators/go.ts';
import { writeGenerated } from './generated-folder.ts';

const has = (command: string, argument: string): boolean =>
  spawnSync(command, [argument]).error === undefined;

const hasGofmt = has('gofmt', '-h');
const hasGo = has('go', 'version');

if (!hasGofmt)
  console.warn('Skipped: there is no gofmt here; unit tests read the structure of the files');

describe('Go', () => {
  const generated = writeGenerated(go);
  afterAll(generated.remove);

  (hasGofmt ? it : it.skip)('files are read by gofmt, and laid out as it does', () => {
    const parsed = spawnSync('gofmt', ['-e', '-l', generated.folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    expect(parsed.stderr).toBe('');
    // Doc comments of hostile contracts hold what gofmt takes for lists and headings.
    const changed = parsed.stdout.split('\n').filter((line) => line !== '');
    expect(changed.length).toBeLessThan(generated.count / 10);
    expect(changed.some((file) => file.includes(`${path.sep}contract0${path.sep}`))).toBe(false);
  });

  (hasGo ? it : it.skip)(
    'files compile and have sound tags',
    () => {
      fs.writeFileSync(path.join(generated.folder, 'go.mod'), 'module generated\n\ngo 1.18\n');
      const environment = {
        ...process.env,
        GOFLAGS: '-mod=mod',
        GOPROXY: 'off',
        GOCACHE: path.join(generated.folder, '.cache'),
      };
      const vetted = spawnSync('go', ['vet', './...'], {
        cwd: generated.folder,
        encoding: 'utf8',
        env: environment,
        maxBuffer: 2 ** 28,
      });
      expect(
        vetted.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
      ).toEqual([]);
      expect(vetted.status).toBe(0);
    },
    300_000,
  );
});
