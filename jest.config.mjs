import { writeTestGroups } from './test/support/test-groups.mjs';

/** Packages without CommonJS, which is all that Jest loads here. */
const esPackages = 'node_modules/(openid-client|oauth4webapi|jose)/';

const toCommonJs = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
    // Inline, which is the default, every worker would read and compile the map of a file along with it.
    sourceMaps: true,
  },
];

const common = {
  // One for all projects, so that they share what is transformed: none does it in its own way.
  id: 'concordat',
  transform: { '^.+\\.(ts|mjs)$': toCommonJs, [`/${esPackages}.+\\.js$`]: toCommonJs },
  transformIgnorePatterns: [`/(?!${esPackages})node_modules/`],
  // Jest loads CommonJS, and this package's main file is none.
  moduleNameMapper: { '^marked$': '<rootDir>/node_modules/marked/lib/marked.umd.js' },
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};

const isGrouped = process.env.TEST_GROUPS === '1';

const filesOf = (name) =>
  isGrouped ? writeTestGroups(import.meta.dirname, name) : `<rootDir>/test/${name}/**/*.test.ts`;

const project = (displayName, extra = {}) => ({
  ...common,
  displayName,
  testMatch: [filesOf(displayName)],
  ...extra,
});

const withServers = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** Three workers on two cores: tests wait for servers, timers and processes for half of their time; chaos tests have bounds in time. */
export default {
  maxWorkers: isGrouped ? 3 : 2,
  // Half a second, the default, is short for a process of 1.5 GB beside others.
  workerGracefulExitTimeout: 20_000,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Ends what hangs, and measures nothing: the machines of a check may be many times slower than this one.
  testTimeout: 120_000,
  projects: [
    project('unit'),
    project('integration', withServers),
    project('api', withServers),
    project('chaos', withServers),
    project('foreign', withServers),
    project('web', withServers),
  ],
};
