import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

/** Checks that every setting has a valid value. */
export const settings: Check = {
  name: 'settings',
  run: async ({ settingProblems, running, databaseUrl }) => {
    if (settingProblems.length > 0) {
      return failed(
        settingProblems.join('; '),
        'Correct these environment variables; docs/configuration.md lists the valid values.',
      );
    }
    if (running && databaseUrl === running.databaseUrl)
      return ok('all are valid; bin/start is running');
    return ok('all are valid');
  },
};
