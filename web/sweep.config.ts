/** Every page in every dress: `make sweep`. */
import tests from './playwright.config';

export default { ...tests, testDir: 'sweep' };
