import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installTools } from '../package/nodePackage.ts';

const sdk = resolve(import.meta.dirname, '../../../sdks/python');

/** A type checker must refuse the lines that end with "wrong", and only these. */
const program = `from http.client import HTTPMessage

from textloom import Client, paginate, send_many, types, verify_webhook

client = Client("key", "http://127.0.0.1/v1")
to = "+12025550123"
send_many(client, [{"to": to, "text": "Hi", "ttl": None}])
send_many(client, [{"to": to, "txt": "Hi"}])  # wrong
client.messages.send_batch(messages=[{"to": to, "text": "Hi"}])
client.messages.send_batch(messages=[{"too": to, "text": "Hi"}])  # wrong
client.broadcasts.preview(text="Hi", audience={"list_ids": ["lst_1"]})
client.broadcasts.preview(text="Hi", audience={"lists": ["lst_1"]})  # wrong
client.contacts.upsert(phone=to, consent={"source": "form", "at": "2026-03-01T12:00:00Z"})
client.contacts.upsert(phone=to, consent={"source": "form"})  # wrong
rows: "list[types.MessageInput]" = []
rows.append({"contact_id": "con_1", "text": "Hi"})
send_many(client, rows)

message: types.Message = next(paginate(client.messages.list, status="failed"))
attempt: types.Attempt = next(paginate(client.messages.attempts, "msg_1"))
carrier: types.Carrier = next(paginate(client.carriers.list))
contact: types.Contact = next(paginate(client.messages.list))  # wrong
paginate(client.messages.list, statuss="failed")  # wrong
paginate(client.messages.list, status="faild")  # wrong

for event in (verify_webhook(b"", {}, None), client.events.list()["data"][0]):
    if event["type"] == "message.received":
        print(event["data"]["from"])
        print(event["data"]["sender"])  # wrong
    elif event["type"] == "contact.created":
        print(event["data"]["phone"])
        print(event["data"]["from"])  # wrong
    elif event["type"] == "message.eaten":  # wrong
        pass

class Headers:
    def items(self) -> "list[tuple[str, str]]":
        return []

verify_webhook(b"", HTTPMessage(), None)
verify_webhook(b"", Headers(), None)
verify_webhook(b"", {"webhook-signature": ["v1,a"]}, None)
verify_webhook(b"", "webhook-signature: v1,a", None)  # wrong
verify_webhook(b"", {"webhook-signature": 1}, None)  # wrong

response = client.last_response
print(response.status)  # wrong
if response:
    print(response.status, response.request_id, response.replayed, response.headers["date"])
`;

interface Finding {
  readonly file: string;
  readonly severity: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

describe('the types of the SDK for Python', () => {
  let folder: string;
  let pyright: string;
  beforeAll(async () => {
    pyright = join(await installTools(), 'node_modules/pyright/index.js');
    folder = await mkdtemp(join(tmpdir(), 'textloom-types-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns the errors in some files, as pyright finds them. */
  async function check(include: readonly string[]): Promise<Finding[]> {
    const settings = { include, extraPaths: [sdk], typeCheckingMode: 'strict' };
    await writeFile(join(folder, 'pyrightconfig.json'), JSON.stringify(settings));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [pyright, '--project', folder, '--outputjson'],
      { maxBuffer: 64 * 1024 * 1024 },
    ).catch((failed: unknown) => failed as { readonly stdout: string });
    const { generalDiagnostics } = JSON.parse(stdout) as { generalDiagnostics: Finding[] };
    return generalDiagnostics.filter(({ severity }) => severity === 'error');
  }

  it('let a type checker find what is wrong in a program, and nothing else', async () => {
    await writeFile(join(folder, 'program.py'), program);
    const lines = program.split('\n');
    const wrong = lines.flatMap((line, index) => (line.endsWith('# wrong') ? [index] : []));
    const found = (await check(['program.py'])).map(({ range }) => range.start.line);
    expect([...new Set(found)]).toEqual(wrong);
  });
});
