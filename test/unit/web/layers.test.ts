import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'web-layers-'));
  for (const name of ['web', 'domain/organizations', 'tsconfig.json', 'package.json']) {
    const filter = (source: string) => !source.includes('node_modules');
    cpSync(name, path.join(copy, name), { recursive: true, filter });
  }
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

const planted = [
  [
    'a module of the server',
    'lib/planted.ts',
    '../../../domain/organizations/reserved-names.ts',
    'web-apart',
  ],
  [
    'a feature in a component',
    'components/planted.tsx',
    '../features/session/queries.ts',
    'web-components',
  ],
  ['a page in a feature', 'features/planted.tsx', '../routes/home-page.tsx', 'web-features'],
  ['a second place of HTML', 'features/planted-html.tsx', 'dompurify', 'html-in-one-place'],
] as const;

it('refuses what is planted between the layers of web/, and accepts the rest', () => {
  for (const [, file, from] of planted) {
    const text = `import * as planted from '${from}';\nexport const View = () => <p>{String(planted)}</p>;\n`;
    const plain = text.replace('<p>{String(planted)}</p>', 'planted');
    writeFileSync(path.join(copy, 'web/src', file), file.endsWith('x') ? text : plain);
  }
  const words = ['web/cruise.mjs', '--config', 'web/.dependency-cruiser.mjs', 'web/src'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' });
  expect(status).not.toBe(0);
  // A circle of folders follows from two of them.
  const found = [...stdout.matchAll(/error (\S+): (\S+) →/g)].map(
    ([, rule, file]) => `${rule} ${file}`,
  );
  const wanted = planted.map(([, file, , rule]) => `${rule} web/src/${file}`);
  const direct = found.filter((each) => !each.startsWith('no-folder-cycles'));
  expect(direct.sort()).toEqual(wanted.sort());
});
