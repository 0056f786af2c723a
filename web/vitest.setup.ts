// Clears the page after each test and everything else a file leaves behind before the next one, waits as long as a busy machine
// needs, and mends one habit of happy-dom.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { startI18n } from './src/i18n';

afterEach(cleanup);
afterAll(async () => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  if (document.documentElement.lang === 'es') await startI18n();
});
configure({ asyncUtilTimeout: 15_000 });

// Browsers announce a changed selection later, happy-dom within the very call that changes it. react-aria's date segments
// answer by changing the selection, so that the two would call each other for ever: a nested announcement is dropped.
const dispatchEvent = document.dispatchEvent.bind(document);
let isAnnouncing = false;
document.dispatchEvent = (event) => {
  if (event.type !== 'selectionchange') return dispatchEvent(event);
  if (isAnnouncing) return true;
  isAnnouncing = true;
  try {
    return dispatchEvent(event);
  } finally {
    isAnnouncing = false;
  }
};
