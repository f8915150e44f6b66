import { runProgram } from '../cli/runProgram.ts';

await runProgram(['serve']);
