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
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/test/e2e/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/e2e/support/global-teardown.mjs',
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
      ...shared,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
    },
  ],
};
