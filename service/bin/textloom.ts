#!/usr/bin/env node
import { runTextloom } from '../cli/runTextloom.ts';
import { terminal } from '../cli/terminal.ts';

process.exit(await runTextloom(process.argv.slice(2), terminal));
