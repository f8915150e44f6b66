export { installN8n } from './install.ts';
export { installNode } from './installNode.ts';
export { importCredentials, importNewWorkflows, importWorkflows, installPackage } from './seed.ts';
export { owner, startN8n } from './start.ts';
export type { N8n } from './start.ts';
export {
  deactivate,
  publicationStatus,
  publishWorkflow,
  testCredential,
  withCredential,
} from './workflows.ts';
export { executeWorkflow, executions, readExecution, waitForExecution } from './executions.ts';
export type * from './types.ts';
