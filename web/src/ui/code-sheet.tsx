// Codes to keep, shown once, with a warning that says so: to read, to copy, to download, to print on a sheet of their own.
import { Copy, Download, Printer } from 'lucide-react';
import { Button } from './button';
import { Notice } from './notice';
import { saveFile } from './save-file';

export interface CodeSheetProps {
  codes: readonly string[];
  /** Stands above the codes on paper and in the file. */
  title: string;
  fileName: string;
  text: { once: string; copy: string; download: string; print: string };
  /** Told whether the codes are now on the clipboard. */
  onCopied: (isCopied: boolean) => void;
  /** The device did not take the file; a browser always does. */
  onNotSaved?: () => void;
}

export function CodeSheet({ codes, title, fileName, text, onCopied, onNotSaved }: CodeSheetProps) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => onCopied(true),
      () => onCopied(false),
    );

  const download = () =>
    saveFile(new Blob([`${title}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), fileName).catch(() =>
      onNotSaved?.(),
    );

  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn" className="mb-2">
        {text.once}
      </Notice>
      <div data-print-sheet className="rounded-lg border border-line bg-sunken p-4">
        <p className="mb-3 hidden font-semibold print:block">{title}</p>
        <ul
          aria-label={title}
          className="grid grid-cols-2 gap-x-6 gap-y-2 text-center font-mono text-[1rem] font-semibold"
        >
          {codes.map((code) => (
            <li key={code} className="tracking-wider select-all">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<Copy aria-hidden className="size-4" />}
          onPress={() => void copy()}
        >
          {text.copy}
        </Button>
        <Button variant="secondary" size="sm" icon={<Download aria-hidden className="size-4" />} onPress={download}>
          {text.download}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Printer aria-hidden className="size-4" />}
          onPress={() => window.print()}
        >
          {text.print}
        </Button>
      </div>
    </div>
  );
}
