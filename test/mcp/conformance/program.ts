import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { conformanceServer } from './fixture.ts';

serveStdio(conformanceServer);
