export type Json = Record<string, unknown>;

export interface Credential {
  id: string;
  name: string;
  type: string;
  data: Json;
}

export interface WorkflowNode {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: Json;
  webhookId?: string;
  credentials?: Record<string, { id: string; name: string }>;
  [setting: string]: unknown;
}

export interface Workflow {
  id: string;
  name: string;
  nodes: WorkflowNode[];
  connections?: Json;
  settings?: Json;
  [property: string]: unknown;
}

export interface Item {
  json: Json;
  binary?: Json;
  pairedItem?: unknown;
  error?: NodeFailure;
}

export interface NodeFailure {
  message: string;
  description?: string | null;
  httpCode?: string | null;
  [property: string]: unknown;
}

/** One run of a node. `outputs[0]` is its first output. */
export interface NodeRun {
  status: string;
  /** The duration of the run. */
  milliseconds: number;
  outputs: Item[][];
  error?: NodeFailure;
}

export interface ExecutionSummary {
  id: string;
  status: string;
  mode: string;
  startedAt: string | null;
  stoppedAt: string | null;
}

export interface Execution extends ExecutionSummary {
  error?: NodeFailure;
  nodes: Record<string, NodeRun[]>;
}
