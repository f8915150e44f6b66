import { json } from 'node:stream/consumers';
import type { Json, WorkflowNode } from '../../../scripts/n8n/n8n.ts';
import { startServer } from '../../../scripts/programs/startServer.ts';

/**
 * Holds a sheet for n8n instead of Google. GET returns its rows, and POST updates the row that has
 * this `row_number`, as the operations of n8n's Google Sheets node do.
 */
export async function startSheet() {
  let rows: Json[] = [];
  const { url, stop } = await startServer(async (request, response) => {
    if (request.method === 'POST') {
      const update = (await json(request)) as Json;
      const number = Number(update.row_number);
      rows = rows.map((row) => (row.row_number === number ? { ...row, ...update } : row));
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(rows.map((row) => ({ ...row, row_number: Number(row.row_number) }))),
    );
  });
  return {
    url,
    /** Replaces all rows. The first row has the number 2, because the header is the first line. */
    fill: (all: readonly Json[]) => {
      rows = all.map((row, index) => ({ Result: '', ...row, row_number: index + 2 }));
    },
    results: () => rows.map(({ Result }) => Result),
    /** Returns the node that does with this sheet what a Google Sheets node does with its sheet. */
    replace: (node: WorkflowNode): WorkflowNode => {
      if (node.type !== 'n8n-nodes-base.googleSheets') return node;
      const parameters =
        node.parameters.operation === 'update'
          ? {
              method: 'POST',
              url,
              sendBody: true,
              specifyBody: 'json',
              jsonBody: '={{ JSON.stringify($json) }}',
              options: {},
            }
          : { url, options: {} };
      return { ...node, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
    },
    stop,
  };
}
