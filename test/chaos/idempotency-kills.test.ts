import { startFaultyApi } from '../support/chaos/repetitions/faulty-api.ts';
import type { FaultyApi } from '../support/chaos/repetitions/faulty-api.ts';
import { testRepetitions } from '../support/chaos/repetitions/test-repetitions.ts';

let faulty: FaultyApi;
beforeAll(async () => {
  faulty = await startFaultyApi();
});
afterAll(() => faulty.stop());

describe('kill after the commit', () => testRepetitions('kill', () => faulty));
