const common = {
  transform: {
    '^.+\\.(ts|mjs)$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Jest loads CommonJS, and this package's main file is none.
  moduleNameMapper: { '^marked$': '<rootDir>/node_modules/marked/lib/marked.umd.js' },
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};

const project = (displayName, extra = {}) => ({
  ...common,
  displayName,
  testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
  ...extra,
});

const withServers = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** Two workers at most: every file clones a database on the same small machine. */
export default {
  maxWorkers: 2,
  // Ends what hangs, and measures nothing: the machines of a check may be many times slower than this one.
  testTimeout: 120_000,
  projects: [
    project('unit'),
    project('integration', withServers),
    project('api', withServers),
    project('chaos', withServers),
  ],
};
