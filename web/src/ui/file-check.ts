// Which files a FileDrop takes. The server checks again, and more closely.

export interface FileRules {
  /** Endings with the dot, in lower case: '.pdf'. */
  accept: string[];
  /** A file must be smaller than this. */
  maxBytes: number;
}

export type FileRefusal = 'type' | 'size' | 'empty';

export function refuseFile(file: { name: string; size: number }, { accept, maxBytes }: FileRules): FileRefusal | null {
  const name = file.name.toLowerCase();
  if (!accept.some((ending) => name.endsWith(ending))) return 'type';
  if (file.size === 0) return 'empty';
  return file.size >= maxBytes ? 'size' : null;
}

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

export function formatBytes(bytes: number, locale: string): string {
  // No one counts single bytes: less than a kilobyte is one, and only nothing is none.
  let amount = bytes === 0 ? 0 : Math.max(1, bytes / 1024);
  let step = 0;
  while (amount >= 1024 && step < units.length - 1) {
    amount /= 1024;
    step += 1;
  }
  const unit = units[step] ?? 'kilobyte';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    amount,
  );
}

export function listEndings(accept: string[]): string {
  return accept.map((ending) => ending.slice(1).toUpperCase()).join(', ');
}
