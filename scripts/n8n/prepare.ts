import { join } from 'node:path';
import { installN8n } from './install.ts';

// Before tests that run side by side would each install it.
await installN8n({ root: join(import.meta.dirname, '../..'), log: console.log });
