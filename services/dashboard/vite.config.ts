import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Builds the single-page application from `web` into `dist-web`, which the server serves. */
export default defineConfig({
  root: new URL('web', import.meta.url).pathname,
  plugins: [react()],
  // Reads the sources of this repository's packages, so that the application does not wait for their compiler.
  resolve: { conditions: ['@assay/source', ...defaultClientConditions] },
  build: {
    outDir: '../dist-web',
    emptyOutDir: true,
    // The server reads the manifest to tell browsers which scripts a page needs.
    manifest: true,
    target: 'es2022',
    // The content security policy allows no inline script.
    modulePreload: { polyfill: false },
  },
});
