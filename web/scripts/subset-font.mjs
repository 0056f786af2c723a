// Writes src/ui/fonts/: Inter cut down to what the portal shows, in the weights 400 to 700, with kerning and tabular figures, but none of its
// alternate letters, and nothing for accents that come apart from their letters, which are not among them. inter-latin.woff2 has what English
// and Spanish are written with: 48 kB become 16 kB on every first visit.
// inter-latin-more.woff2 has the rest of Latin-1, for names; it and the package's latin-ext file are loaded only when such a letter appears.
// Run it (`npm run font`) after changing the characters or the version of Inter; `unicode-range` in ui/theme.css says the same.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const source = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
);
const fonts = new URL('../src/ui/fonts/', import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset));
const first = [...range(0x20, 0x7e), ...'\u00a0¡©ª«°·º»¿ÁÉÍÑÓÚÜáéíñóúü×\u2009\u202f–—‘’“”…•−←→'];
const more = [...range(0xa1, 0xff), ...'ŒœŸ‚„‹›€™↑↓'].filter((letter) => !first.includes(letter));

for (const [name, kept] of Object.entries({ 'inter-latin': first, 'inter-latin-more': more })) {
  const small = await subsetFont(await readFile(source), kept.join(''), {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'tnum'],
    noHinting: true,
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
  await writeFile(new URL(`${name}.woff2`, fonts), small);
  console.log(`${name}.woff2: ${small.length} bytes`);
}
