const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'nodenext' } },
    ],
  },
  testEnvironmentOptions: { customExportConditions: ['@assay/source', 'node', 'node-addons'] },
  setupFilesAfterEnv: ['<rootDir>/test/jest-setup.mjs'],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** The files of such a project share one running system. */
const sharedSystem = {
  globalSetup: '<rootDir>/test/e2e/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/e2e/support/global-teardown.mjs',
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,research,test}/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...shared.testPathIgnorePatterns,
        '\\.integration\\.test\\.ts$',
        '\\.training\\.test\\.ts$',
        '<rootDir>/test/e2e/',
        '<rootDir>/test/faults/',
        '<rootDir>/test/conformance/long/',
        '<rootDir>/test/rehearsals/',
      ],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services}/**/*.integration.test.ts'],
    },
    {
      ...shared,
      ...sharedSystem,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/*.test.ts'],
    },
    {
      // These need a browser, or minutes for a few guarantees. "make test" leaves them out, and "make test-all" runs them.
      ...shared,
      ...sharedSystem,
      displayName: 'e2e-long',
      testMatch: ['<rootDir>/test/e2e/{browser,long}/*.test.ts'],
    },
    {
      // These train small models, which takes minutes. "make check-model" runs them.
      ...shared,
      displayName: 'training',
      testMatch: ['<rootDir>/research/**/*.training.test.ts'],
    },
    {
      // Ending every replica in turn takes minutes, so "make test" leaves it out. "make rehearse-restarts" runs it.
      ...shared,
      displayName: 'rehearsals',
      testMatch: ['<rootDir>/test/rehearsals/**/*.test.ts'],
    },
    {
      // Most of these start systems of their own and end their processes. "make test-all" runs them.
      ...shared,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/{faults,conformance/long}/**/*.test.ts'],
    },
  ],
};
