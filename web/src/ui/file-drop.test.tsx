import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { formatBytes, refuseFile } from './file-check';
import { FileDrop } from './file-drop';

const rules = { accept: ['.pdf', '.docx'], maxBytes: 10_485_760 };

it('a file is taken below the limit and refused at it', () => {
  expect(refuseFile({ name: 'a.PDF', size: 10_485_759 }, rules)).toBeNull();
  expect(refuseFile({ name: 'a.pdf', size: 10_485_760 }, rules)).toBe('size');
  expect(refuseFile({ name: 'a.pdf.exe', size: 1 }, rules)).toBe('type');
});

it('an empty file is refused, and is not said to have a size', async () => {
  expect(refuseFile({ name: 'a.pdf', size: 0 }, rules)).toBe('empty');
  expect(formatBytes(0, 'en-US')).toBe('0 kB');
  expect(formatBytes(1, 'en-US')).toBe('1 kB');
  const add = vi.fn<(files: File[]) => void>();
  render(<FileDrop label="Document" {...rules} items={[]} onAdd={add} />);
  await userEvent.upload(screen.getByLabelText<HTMLInputElement>('Document'), new File([], 'plan.pdf'));
  expect(screen.getByRole('alert').textContent).toBe('plan.pdfThis file is empty.');
  expect(add).not.toHaveBeenCalled();
});

it('sizes are written in the language', () => {
  expect(formatBytes(10_485_760, 'en-US')).toBe('10 MB');
});

it('hands over good files, and says why it refused the others', async () => {
  const user = userEvent.setup({ applyAccept: false });
  const add = vi.fn<(files: File[]) => void>();
  render(<FileDrop label="Document" {...rules} multiple items={[]} onAdd={add} />);
  const input = screen.getByLabelText<HTMLInputElement>('Document');
  await user.upload(input, [new File(['x'], 'plan.pdf'), new File(['x'], 'photo.png')]);
  expect(add.mock.calls[0]?.[0].map((file) => file.name)).toEqual(['plan.pdf']);
  expect(screen.getByRole('alert').textContent).toContain('photo.png');
  expect(screen.getByRole('alert').textContent).toContain('can’t accept');
});

it('takes dropped files, one only unless it takes several', () => {
  const add = vi.fn<(files: File[]) => void>();
  render(<FileDrop label="Document" {...rules} items={[]} onAdd={add} />);
  const files = [new File(['x'], 'one.pdf'), new File(['x'], 'two.pdf')];
  fireEvent.drop(screen.getByLabelText('Document'), { dataTransfer: { files } });
  expect(add.mock.calls[0]?.[0].map((file) => file.name)).toEqual(['one.pdf']);
});
