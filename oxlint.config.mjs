import { layerOverrides } from './scripts/lint/layer-overrides.mjs';
import { exceptions, rules } from './scripts/lint/rules.mjs';

/** The linter's configuration: the rules for every file, and the layers of the repository. */
export default {
  plugins: ['typescript', 'import', 'oxc', 'unicorn', 'node'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  rules,
  ignorePatterns: ['**/dist/**', '**/gen/**', '**/node_modules/**', 'helm/assay/files/**'],
  overrides: [...layerOverrides(new URL('.', import.meta.url)), ...exceptions],
};
