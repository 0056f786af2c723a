/// <reference types="vitest/config" />
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
];
/** What the provider's pages ask with GET. */
const providerCalls = /^\/login\/(request|link|setup\/link|upstream)\b/;

/**
 * What only the portal needs from the start, and under it what the provider's pages need as well. A chunk must not need one that needs it:
 * the portal's has everything above the libraries, the other nothing but libraries that need no other, without the pictures of the
 * provider's pages.
 */
const ofTheApp =
  /[\\/]src[\\/](app|features|i18n|api[\\/](?!passkey|step-up))|[\\/]node_modules[\\/](@tanstack|zustand|@0no-co|gql\.tada|use-sync-external-store)[\\/]/;
const ofBoth =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|lucide-react)[\\/](?!dist[\\/]esm[\\/]icons[\\/](eye|file-question|fingerprint|hourglass|lock|search|shield-excl|timer-off|unplug))/;

export default defineConfig({
  // react-aria ships its own words in 30 languages; the portal speaks two.
  plugins: [react(), tailwindcss(), optimizeLocales.vite({ locales: ['en-US', 'es-ES'] })],
  // The server replaces this word by a fresh nonce on every request (strict CSP).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // A data: font or image would need holes in the CSP.
    assetsInlineLimit: 0,
    // Tailwind's own floor; older than light-dark(), which is therefore compiled down.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    rolldownOptions: {
      input: ['index.html', 'login.html'],
      output: {
        // What a page needs from the start comes in a few files instead of seventy: each has a price of its own.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], test: ofTheApp, includeDependenciesRecursively: false },
            { name: 'react', tags: ['$initial'], test: ofBoth, includeDependenciesRecursively: false },
          ],
        },
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
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // Nothing here is timed; a test that hangs is ended.
    testTimeout: 60_000,
  },
});
