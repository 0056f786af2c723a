import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startI18n } from '../../i18n';
import { PendingShell } from './ShellFrame';

// After a change of the frame, `npx vitest run src/app/layout/frame.test.tsx --update` writes the file anew.
test('the frame that comes with the page is the one the app draws first', async () => {
  await startI18n();
  const { container } = render(<PendingShell />);
  await expect(`${container.innerHTML}\n`).toMatchFileSnapshot('./frame.html');
});
