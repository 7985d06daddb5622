import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

const minVersion = [20, 19];

/** Checks that this Node.js is new enough. */
export const nodeVersion: Check = {
  name: 'node-version',
  run: async ({ nodeVersion: version }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const [minMajor = 0, minMinor = 0] = minVersion;
    const isNewEnough = major > minMajor || (major === minMajor && minor >= minMinor);
    return isNewEnough
      ? ok(`Node.js ${version}`)
      : failed(
          `Node.js ${version} is too old`,
          `Install Node.js ${minVersion.join('.')} or newer and start Concordat with it.`,
        );
  },
};
