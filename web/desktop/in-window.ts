/** What the contract's cases need in the window; compiled for it by contract.spec.ts. */
export { portInTest } from '../src/app/platform/contract';
export { createTauriPort } from '../src/app/platform/tauri';
