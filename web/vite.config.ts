/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from 'node:fs';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstFiles } from './scripts/first-files.ts';
import { homeQueries } from './scripts/home-query.ts';
import { homeTexts } from './scripts/home-texts.ts';
import { workerFile, workerFiles } from './scripts/worker-files.ts';

const server = 'http://127.0.0.1:8080';
const serverPaths = [
  '/graphql',
  '/demo',
  '/oauth2',
  '/sessions',
  '/users',
  '/initiate-sms',
  '/verify-otp',
  '/step-up',
  '/ofrep',
  '/v1',
];
/** What the provider's pages ask with GET. */
const providerCalls = /^\/login\/(request|link|setup\/link|upstream)\b/;

/** The server replaces this word by a fresh nonce on every request (strict CSP). */
const nonce = '__CSP_NONCE__';

const modules = (...paths: string[]) => new RegExp(paths.join('|').replaceAll('/', '[\\\\/]'));
const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(${names.join('|')})\\.`;

/**
 * A first visit comes in ten files instead of seventy: each has a price of its own. A group has the modules named here and all they need,
 * but not what a group above it has; so no file needs one that needs it. What two of them share belongs to one above both, or one would
 * bring the other along: the sign-in page the app, a manager's home an employee's cards (e2e/weight.spec.ts tells).
 */
const groups = [
  // What the provider's pages share with the app. They must never bring its file along: it starts the portal.
  {
    name: 'base',
    test: modules(
      '/src/ui/(avatar|badge|button|card|notice|provider|save-file|text|theme)\\.',
      '/src/api/step-up\\.',
      '/react-dom/client\\.',
      '\\0vite/',
      icons('arrow-right', 'building-complex', 'log-out', 'x'),
    ),
  },
  // The ways to prove who one is have pictures that only the provider's pages and some of the app's show.
  { name: 'ways', test: modules('/src/ui/other-way\\.') },
  {
    name: 'app',
    test: modules(
      '/src/app/main\\.',
      '/src/api/actor\\.',
      '/src/ui/open-tab\\.',
      icons('chevron-right', 'external-link', 'file-text', 'log-in'),
    ),
  },
  {
    name: 'home',
    test: modules(
      '/src/app/home/(EvolutionNotice|HomeGrid|cards)\\.',
      '/src/app/pages/greeting\\.',
      '/src/features/announcements/TopAnnouncements\\.',
      '/src/features/resources/ResourceEntries\\.',
      '/src/features/integrations/useLaunch\\.',
      icons('arrow-up-right', 'sun'),
    ),
  },
  { name: 'employee-home', test: modules('/EmployeeHomePage\\.') },
  { name: 'manager-home', test: modules('/ManagerHomePage\\.') },
];

const tests = 'src/**/*.test.{ts,tsx}';
const replacing = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

export default defineConfig({
  // react-aria ships its own words in 30 languages; the portal speaks two.
  plugins: [
    react(),
    tailwindcss(),
    optimizeLocales.vite({ locales: ['en-US', 'es-ES'] }),
    firstFiles(nonce),
    homeQueries(),
    homeTexts(),
    workerFiles(),
  ],
  html: { cspNonce: nonce },
  // What stands in for a hook of React's that every React we run on has.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?/, replacement: 'use-sync-external-store' }],
  },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // A data: font or image would need holes in the CSP.
    assetsInlineLimit: 0,
    // Browsers without it ask for the files a little later; what would stand in for it comes with every visit.
    modulePreload: {
      polyfill: false,
      // What is there before any script asks for another is not asked for again.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/\/(base|app|rolldown-runtime)-/.test(file)) : files,
    },
    // Tailwind's own floor; older than light-dark(), which is therefore compiled down.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html', worker: 'src/worker/service-worker.ts' },
      output: {
        // The worker has the whole site only from the top, and one address for ever.
        entryFileNames: ({ name }) => (name === 'worker' ? workerFile : 'assets/[name]-[hash].js'),
        codeSplitting: { groups },
      },
      treeshake: {
        // Lets a page that imports from the kit's index carry only the parts it uses (charts and calendars stay apart).
        moduleSideEffects: [{ test: /\/src\/ui\/[^/]+\.tsx?$/, sideEffects: false }],
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, server])),
      '/chat': { target: server, ws: true },
      // The provider's pages are ours, what they ask is the server's.
      '/login': {
        target: server,
        bypass: ({ method, url }) => (method === 'GET' && !providerCalls.test(url ?? '') ? '/login.html' : undefined),
      },
    },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // By default one core is kept free: on two, that is half the machine.
    maxWorkers: '100%',
    // Nothing here is timed; a test that hangs is ended.
    testTimeout: 60_000,
    // Loading the app and a page for each file took four times as long as the tests. Files share both, except those that replace a
    // module: they need it before anyone else has it.
    projects: [
      { extends: true, test: { name: 'shared', include: [tests], exclude: replacing, isolate: false } },
      { extends: true, test: { name: 'replacing', include: replacing } },
    ],
  },
});
