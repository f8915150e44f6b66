import react from '@vitejs/plugin-react';
import { basePath } from '@textloom/shared/contract';
import { defineConfig } from 'vite';
import { simulatorPath } from './src/api/simulator.ts';

/** `npm run dev` uses the service at this URL. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:4010';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    // Most of the code is React and Mantine, which browsers cache.
    chunkSizeWarningLimit: 700,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { [basePath]: service, [simulatorPath]: service } },
});
