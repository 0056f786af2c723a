// Writes a .br (quality 11) and a .gz beside every text file of dist/, so that the server compresses nothing at request time.
// Formats that are compressed already (woff2, png) and files under 1 kB gain nothing and are left alone.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const textFormats = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
const minBytes = 1024;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && textFormats.has(extname(entry.name)));

const totals = { files: 0, raw: 0, br: 0, gz: 0 };
for (const file of files) {
  const path = join(file.parentPath, file.name);
  const raw = await readFile(path);
  if (raw.length < minBytes) continue;
  const [small, zipped] = await Promise.all([
    brotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length } }),
    gz(raw, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)]);
  totals.files += 1;
  totals.raw += raw.length;
  totals.br += small.length;
  totals.gz += zipped.length;
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`precompressed ${totals.files} files: ${kB(totals.raw)} → ${kB(totals.gz)} gz, ${kB(totals.br)} br`);
