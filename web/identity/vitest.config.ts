/**
 * Protocol tests of the identity provider: certified client libraries and the modules of the OpenID Foundation's
 * conformance suite against the real binary, and the same modules against npm's certified oidc-provider.
 *
 * ATRIUM_BIN    the binary (default ../target/debug/atrium)
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    environment: 'node',
    globalSetup: [`${import.meta.dirname}/start-providers.ts`],
    reporters: ['verbose'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
