/** The rules for every file, in addition to the linter's category `correctness`. */
export const rules = {
  'typescript/no-explicit-any': 'error',
  'typescript/no-non-null-assertion': 'error',
  'typescript/no-floating-promises': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/consistent-type-definitions': ['error', 'type'],
  'typescript/consistent-type-imports': 'error',
  // The rule also covers types: two files that need each other's types usually change for the same reasons.
  'import/no-cycle': ['error', { ignoreTypes: false }],
  'import/no-default-export': 'error',
  'oxc/no-barrel-file': ['error', { threshold: 0 }],
  'max-lines': ['error', { max: 350 }],
  'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
  curly: 'error',
  eqeqeq: 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-param-reassign': 'error',
  'no-console': 'error',
  'node/no-process-env': 'error',
};

/** The files that are exempt from some of these rules. */
export const exceptions = [
  {
    files: ['**/*.test.ts', '**/src/**/testing/**', 'bench/**', 'scripts/**', 'test/**', 'deploy/image/**'],
    rules: { 'max-lines-per-function': 'off', 'no-console': 'off', 'node/no-process-env': 'off' },
  },
  {
    // Configurations of tools, and files that a loader finds by name. Both need a default export.
    files: [
      'jest.config.mjs',
      'oxlint.config.mjs',
      '**/type.ts',
      '**/provider.ts',
      'packages/providers/src/providers/*/stream.ts',
      '**/route.ts',
      '**/answer.ts',
      'test/e2e/support/*.mjs',
      'services/gateway/site/.vitepress/config.mjs',
      'services/gateway/site/.vitepress/theme/index.js',
    ],
    rules: { 'import/no-default-export': 'off' },
  },
  {
    // React loads each page from its file's default export.
    files: [
      'services/dashboard/web/pages/*.tsx',
      'services/dashboard/web/parts/*-chart.tsx',
      'services/dashboard/vite.config.ts',
    ],
    rules: { 'import/no-default-export': 'off' },
  },
  { files: ['examples/**'], rules: { 'no-console': 'off', 'node/no-process-env': 'off' } },
  {
    files: [
      'packages/runtime/src/run.ts',
      'packages/stack/src/**',
      'packages/operator/src/**',
      'packages/mcp/src/main.ts',
    ],
    rules: { 'node/no-process-env': 'off' },
  },
];
