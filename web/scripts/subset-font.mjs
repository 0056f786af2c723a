// Writes src/ui/fonts/inter-latin.woff2: Inter cut down to what the portal shows, Latin-1 and common punctuation in the
// weights 400 to 700, with kerning, accents and tabular figures, but none of its alternate letters. 48 kB become 22 kB on
// every first visit; rarer letters come from the package's latin-ext file, loaded only when one appears. Run it
// (`npm run font`) after changing the characters or the version of Inter.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const source = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
);
const target = new URL('../src/ui/fonts/inter-latin.woff2', import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset));
const kept = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'ŒœŸ–—‘’‚“”„…•‹›−€™←↑→↓'].join('');

const small = await subsetFont(await readFile(source), kept, {
  targetFormat: 'woff2',
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'],
  noHinting: true,
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
});
await writeFile(target, small);
console.log(`inter-latin.woff2: ${small.length} bytes`);
