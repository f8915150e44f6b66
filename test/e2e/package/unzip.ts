import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly isSymbolicLink: boolean;
  readonly content: Buffer;
}

/** Lists the content of a zip from its central directory. */
export async function readZip(path: string): Promise<ZipEntry[]> {
  const zip = await readFile(path);
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      isSymbolicLink: ((zip.readUInt32LE(at + 38) >>> 16) & 0o170000) === 0o120000,
      content: zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data,
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

export async function unzip(path: string, folder: string): Promise<void> {
  for (const { name, content } of await readZip(path)) {
    if (name.endsWith('/')) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}
