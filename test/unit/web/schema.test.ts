import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

it('web/src/api/schema.d.ts is what npm run generate made of openapi.json and openapi-ui.json', () => {
  const text = readFileSync('web/src/api/schema.d.ts', 'utf8');
  const [first = ''] = text.split('\n', 1);
  const hash = createHash('sha256');
  const sources = ['openapi.json', 'openapi-ui.json'].map((name) => readFileSync(name, 'utf8'));
  for (const each of [text.slice(first.length + 1), ...sources]) hash.update(each).update('\0');
  expect(first.split(': ').at(-1)).toBe(hash.digest('hex'));
});
