// Every icon and splash screen that the templates of Capacitor 8 have, by their place in android/ and ios/.

export const background = '#0b6862';

const res = 'android/app/src/main/res';
const assets = 'ios/App/App/Assets.xcassets';
/** How many pixels a point has, and how large the template's splash screen is, upright. */
const densities = [
  ['mdpi', 1, [320, 480]],
  ['hdpi', 1.5, [480, 800]],
  ['xhdpi', 2, [720, 1280]],
  ['xxhdpi', 3, [960, 1600]],
  ['xxxhdpi', 4, [1280, 1920]],
];

const square = (path, side, share, shape) => ({ path, width: side, height: side, share, shape });
const splash = (path, width, height) => ({ path, width, height, share: 0.25, shape: 'full' });

const android = densities.flatMap(([density, pixels, [short, long]]) => [
  square(`${res}/mipmap-${density}/ic_launcher.png`, 48 * pixels, 0.5, 'rounded'),
  square(`${res}/mipmap-${density}/ic_launcher_round.png`, 48 * pixels, 0.45, 'round'),
  // A launcher cuts its own shape out of this; only the middle 66 of 108 points are sure to stay.
  square(`${res}/mipmap-${density}/ic_launcher_foreground.png`, 108 * pixels, 0.32, 'none'),
  splash(`${res}/drawable-port-${density}/splash.png`, short, long),
  splash(`${res}/drawable-land-${density}/splash.png`, long, short),
]);

const ios = [
  square(`${assets}/AppIcon.appiconset/AppIcon-512@2x.png`, 1024, 0.5, 'full'),
  ...['', '-1', '-2'].map((nth) => splash(`${assets}/Splash.imageset/splash-2732x2732${nth}.png`, 2732, 2732)),
];

export const drawings = [splash(`${res}/drawable/splash.png`, 480, 320), ...android, ...ios];
