import react from '@vitejs/plugin-react';
import { basePath } from '@textloom/shared/contract';
import { defineConfig } from 'vite';
import { simulatorPath } from './src/api/simulator.ts';

/** Where `npm run dev` finds the service. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:4010';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    // React and Mantine are most of it, and are cached.
    chunkSizeWarningLimit: 700,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { [basePath]: service, [simulatorPath]: service } },
});
