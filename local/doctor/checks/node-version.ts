import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

const oldest = [20, 19];

/** This Node.js is new enough. */
export const nodeVersion: Check = {
  name: 'node-version',
  run: async ({ nodeVersion: version }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const [oldestMajor = 0, oldestMinor = 0] = oldest;
    const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
    return isNewEnough
      ? ok(`Node.js ${version}`)
      : failed(
          `Node.js ${version} is too old`,
          `Install Node.js ${oldest.join('.')} or newer and start Concordat with it.`,
        );
  },
};
