#!/usr/bin/env node
import { runProgram } from '../cli/runProgram.ts';

await runProgram(process.argv.slice(2));
