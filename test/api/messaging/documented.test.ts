import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'documented-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.stop();
});

it('the commands of docs/messaging.md do what it says', async () => {
  const text = readFileSync(new URL('../../../docs/messaging.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const script = blocks
    .slice(0, 2)
    .join('')
    .replace(/^CONCORDAT=.*$/m, `CONCORDAT=${api.address}`)
    .replace(/^KEY=.*$/m, `KEY=${api.key}`)
    .replace(/ -N$/m, ' -N --max-time 2 -H "Last-Event-ID: 0" || true')
    .replaceAll(/^v1 .*$/gm, (line) => `${line}; printf '\\0'`);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder });
  const [file, sum, older, emptied, stream] = stdout.split('\0');
  expect(file).toBe('milk, eggs\n');
  expect(JSON.parse(sum ?? '')).toMatchObject({ message: '1 + 1 = 2' });
  expect(JSON.parse(older ?? '')).toMatchObject({
    has_more: false,
    data: [{ message: 'Please buy this', attachments: [{ filename: 'to buy.txt' }] }],
  });
  expect(JSON.parse(emptied ?? '')).toMatchObject({ message: 'Please buy this', attachments: [] });
  expect(stream).toContain('event: message.updated');
});
