/** The pictures of the README, taken from the real binary: `make screenshots`. */
import tests from './playwright.config';

export default { ...tests, testDir: 'screenshots' };
