import { runTextloom } from '../cli/runTextloom.ts';
import { terminal } from '../cli/terminal.ts';

process.exit(await runTextloom(['serve'], terminal));
