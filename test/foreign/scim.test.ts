import path from 'node:path';
import { installPython, run } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';

const programs = installPython(['scim2-client[httpx2]==0.13.2', 'scim2-tester==0.5.2']);
const [tests, why] = 'missing' in programs ? [describe.skip, programs.missing] : [describe, 'real'];

type Check = { status: string; title: string; reason: string };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

tests(`scim2-tester (${why})`, () => {
  it('finds nothing to complain about', async () => {
    const python = path.join('folder' in programs ? programs.folder : '', 'python');
    const script = path.join(import.meta.dirname, 'scim', 'check.py');
    const ran = await run(python, [script, `${api.address}/api/scim/v2`], { SCIM_KEY: api.key });
    if (ran.stdout === '') throw new Error(ran.stderr);
    const checks = JSON.parse(ran.stdout) as Check[];
    expect(checks.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
    expect(checks.length).toBeGreaterThan(80);
    const { rows } = await api.database.knex.raw('select count(*)::int as n from scim_resources');
    expect(rows[0].n).toBe(0);
  });
});
