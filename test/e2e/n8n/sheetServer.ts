import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, WorkflowNode } from '../../../scripts/n8n/n8n.ts';

/**
 * Holds a sheet for n8n instead of Google. GET returns its rows, and POST updates the row that has
 * this `row_number`, as the operations of n8n's Google Sheets node do.
 */
export async function startSheet() {
  let rows: Json[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      if (request.method === 'POST') {
        const update = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as Json;
        const number = Number(update.row_number);
        rows = rows.map((row) => (row.row_number === number ? { ...row, ...update } : row));
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(rows.map((row) => ({ ...row, row_number: Number(row.row_number) }))),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
