import { join } from 'node:path';
import { installN8n } from './install.ts';

// Install n8n now, so that parallel tests do not each install it.
await installN8n({ root: join(import.meta.dirname, '../..'), log: console.log });
