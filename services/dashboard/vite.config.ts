import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the single-page application from `web` into `dist-web`, which the server serves. */
export default defineConfig({
  root: new URL('web', import.meta.url).pathname,
  plugins: [react()],
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
