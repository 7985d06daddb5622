import path from 'node:path';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { expectAsPrinted, readSteps } from '../support/readme-steps.ts';
import { startWorkers } from '../support/worker.ts';
import type { TestWorkers } from '../support/worker.ts';

let api: TestApi;
let workers: TestWorkers;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [path.resolve('examples')] });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

it('works as printed', async () => {
  const sections = ['A tour in five minutes', 'Agree on access', 'Generate code', 'Send messages'];
  const steps = sections.flatMap(readSteps);
  expect(steps.length).toBeGreaterThan(12);
  await expectAsPrinted(steps, { CONCORDAT: api.address, KEY: api.key });
});
