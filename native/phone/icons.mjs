// npm run icons: draws every icon and splash screen of both projects from the web app's own (web/public/favicon.svg). What it draws is in
// the repository (icons/), so that no one needs a drawing tool to build; projects.mjs puts it over what Capacitor's templates have.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { background, drawings } from './drawings.mjs';

const here = import.meta.dirname;
const sign = readFileSync(join(here, '../../web/public/favicon.svg'), 'utf8').match(/<path [^>]*\/>/)?.[0];
if (!sign) throw new Error('the icon of the web app has no sign');

/** The sign in the middle, `share` of the shorter side wide; the icon it comes from is 32 wide, and the sign half of that. */
function picture({ width, height, share, shape }) {
  const scale = (Math.min(width, height) * share) / 16;
  const [x, y] = [width / 2 - 16 * scale, height / 2 - 16 * scale];
  const fill = `fill="${background}"`;
  const ground = {
    full: `<rect width="${width}" height="${height}" ${fill}/>`,
    rounded: `<rect width="${width}" height="${height}" rx="${width * 0.28}" ${fill}/>`,
    round: `<circle cx="${width / 2}" cy="${height / 2}" r="${width / 2}" ${fill}/>`,
    none: '',
  }[shape];
  const placed = `<g transform="translate(${x} ${y}) scale(${scale})">${sign}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${placed}</svg>`;
}

rmSync(join(here, 'icons'), { recursive: true, force: true });
for (const drawing of drawings) {
  const file = join(here, 'icons', drawing.path);
  mkdirSync(dirname(file), { recursive: true });
  const drawn = sharp(Buffer.from(picture(drawing)));
  // The App Store refuses an icon with an alpha channel.
  const opaque = drawing.shape === 'full' ? drawn.flatten({ background }).removeAlpha() : drawn;
  await opaque.png({ compressionLevel: 9, palette: true, colours: 64 }).toFile(file);
}
