/** The desktop shell's real window: `make native-test`. One screen and one key ring, so one test at a time. */
import tests from './playwright.config';

export default { ...tests, testDir: 'desktop', workers: 1, timeout: 180_000 };
