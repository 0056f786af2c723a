/** Every page in every dress: role × language × size × theme, through axe. `make sweep`; `make test` takes two of them. */
import { expectAccessible, test } from '../e2e/people';
import { addressesOf, walk, walkers } from '../e2e/walk';

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
];

for (const kind of ['nobody', 'employee', 'manager', 'admin', 'idOnly'] as const)
  for (const language of ['en', 'es'] as const)
    for (const viewport of sizes)
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${kind}, ${language}, ${viewport.width} px, ${colorScheme}`, async ({ person, visitor }) => {
          test.setTimeout(900_000);
          const setting = { language, viewport, colorScheme };
          const page = await (kind === 'nobody' ? visitor(setting) : person(walkers[kind], setting));
          await walk(page, addressesOf(kind), () => expectAccessible(page));
        });
