import fs from 'node:fs';
import { rules } from '../../../domain/sandbox/rules.ts';

it('docs/access.md lists every rule of the sandbox with its level, in its order', () => {
  const text = fs.readFileSync('docs/access.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)`\s+\| (must|should)\s/gm)];
  expect(rows.map(([, code, level]) => `${code} ${level}`)).toEqual(
    rules.map(({ code, level }) => `${code} ${level}`),
  );
});
