import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { go } from '../../../jobs/code-generation/generators/go/generator.ts';
import { contractOf, generateFiles } from '../../unit/code-generation/contracts.ts';
import { writeGenerated } from './generated-folder.ts';

const has = (command: string, argument: string): boolean =>
  spawnSync(command, [argument]).error === undefined;

const hasGofmt = has('gofmt', '-h');
const hasGo = has('go', 'version');

if (!hasGofmt)
  console.warn('Skipped: there is no gofmt here; unit tests read the structure of the files');

/** What Markdown and comments of Go give a meaning to. */
const marks = [
  "''",
  "'''",
  '``',
  '```',
  '`x`',
  '    code',
  '\tcode',
  '- item',
  '* item',
  '+ item',
  '• item',
  '1. one',
  '12) two',
  '# Head',
  '## Head',
  '#',
  '',
  ' ',
  'Title',
  'text',
  '[x]: http://a.b',
  '[x]',
  '[x]: y',
  'Deprecated: x',
  'go:build x',
  '+build x',
  'line 1:1',
  'extern x',
  '---',
  '| a | b |',
  '> quote',
  'http://a.b',
  "a ''b'' c",
  'end  ',
  '//',
  '/*',
  '\\',
];

const markdown = fc
  .array(fc.constantFrom(...marks), { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join('\n'));

const described = fc
  .record({ purpose: markdown, description: markdown, deprecated: fc.boolean() })
  .map(({ purpose, description, deprecated }) => {
    const items = { logicalType: 'string', description };
    const properties = [
      { name: 'f', logicalType: 'array', items, description, deprecated },
      { name: 'g', logicalType: 'string', enum: [{ value: 'a', description }] },
    ];
    const schema = [{ name: 't', description, deprecated, properties }];
    return contractOf(schema, { description: { purpose } });
  });

/** The cache of Go's user keeps the library of Go as it was compiled once; who has none gets one that ends with the tests. */
function goCache(folder: string): string {
  const { stdout } = spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' });
  const cache = stdout.trim();
  try {
    fs.mkdirSync(cache, { recursive: true });
    fs.accessSync(cache, fs.constants.W_OK);
    return cache;
  } catch {
    return path.join(folder, '.cache');
  }
}

describe('Go', () => {
  const generated = writeGenerated(go);
  afterAll(generated.remove);

  (hasGofmt ? it : it.skip)('files are read by gofmt, and laid out as it does', () => {
    const parsed = spawnSync('gofmt', ['-e', '-l', generated.folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    expect(parsed.stderr).toBe('');
    expect(parsed.stdout).toBe('');
  });

  (hasGofmt ? it : it.skip)('comments are left by gofmt as they are, whatever is described', () => {
    const folder = path.join(generated.folder, 'described');
    fs.mkdirSync(folder);
    fc.sample(described, { numRuns: 500, seed: 20_260_922 }).forEach((contract, position) => {
      const [file] = generateFiles(go, contract);
      fs.writeFileSync(path.join(folder, `f${position}.go`), file?.content ?? '');
    });
    const parsed = spawnSync('gofmt', ['-e', '-d', folder], { encoding: 'utf8' });
    fs.rmSync(folder, { recursive: true });
    expect([parsed.stderr, parsed.stdout]).toEqual(['', '']);
  });

  (hasGo ? it : it.skip)(
    'files compile and have sound tags',
    () => {
      fs.writeFileSync(path.join(generated.folder, 'go.mod'), 'module generated\n\ngo 1.18\n');
      const environment = {
        ...process.env,
        GOFLAGS: '-mod=mod',
        GOPROXY: 'off',
        GOCACHE: goCache(generated.folder),
      };
      // What is cached is found again from any folder, and is compiled without what only makes programs faster.
      const vetted = spawnSync('go', ['vet', '-trimpath', '-gcflags=all=-l', './...'], {
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
