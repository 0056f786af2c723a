// A place to drop files or choose them, with what is accepted, how far each upload is, and why a file was refused.
import { CircleAlert, CircleCheck, FileText, UploadCloud, X } from 'lucide-react';
import { type DragEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { IconButton } from './button';
import { type FieldProps, RequiredMark } from './field';
import { type FileRefusal, type FileRules, formatBytes, listEndings, refuseFile } from './file-check';
import { useInSight } from './in-sight';
import { Progress } from './progress';
import { cx } from './style';
import { useUiText } from './text';

export interface FileItem {
  id: string;
  name: string;
  sizeBytes: number;
  /** 0 to 100 while it is on its way; null while its length is unknown. */
  progress?: number | null | undefined;
  /** Why the server refused it. */
  error?: string | undefined;
  done?: boolean | undefined;
}

export interface FileDropProps extends FieldProps, FileRules {
  multiple?: boolean | undefined;
  items: FileItem[];
  /** Only files that pass the rules arrive here. */
  onAdd: (files: File[]) => void;
  onRemove?: ((id: string) => void) | undefined;
  /** The names of files that did not pass, whenever they change: a form is not sent as if they had. */
  onRefused?: ((names: readonly string[]) => void) | undefined;
}

interface Refused {
  name: string;
  reason: string;
}

export function FileDrop(props: FileDropProps) {
  const {
    label,
    accept,
    maxBytes,
    multiple = false,
    items,
    onAdd,
    onRemove,
    onRefused,
    error,
    required,
    name,
    onBlur,
    ref,
  } = props;
  const text = useUiText();
  const { locale } = useLocale();
  const noteId = useId();
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<Refused[]>([]);
  const shownError = useInSight<HTMLParagraphElement>(error);
  const disabled = (props.disabled ?? false) || props.disabledReason !== undefined;
  const size = formatBytes(maxBytes, locale);
  const types = listEndings(accept);
  const reasons: Record<FileRefusal, string> = {
    type: text.fileWrongType(types),
    size: text.fileTooLarge(size),
    empty: text.fileEmpty,
  };

  function take(list: FileList | null) {
    const files = Array.from(list ?? []).slice(0, multiple ? undefined : 1);
    const accepted: File[] = [];
    const turnedAway: Refused[] = [];
    for (const file of files) {
      const refusal = refuseFile(file, { accept, maxBytes });
      if (refusal === null) accepted.push(file);
      else turnedAway.push({ name: file.name, reason: reasons[refusal] });
    }
    turnAway(turnedAway);
    if (accepted.length > 0) onAdd(accepted);
  }

  function turnAway(files: Refused[]) {
    setRefused(files);
    onRefused?.(files.map((file) => file.name));
  }

  function drag(event: DragEvent, over: boolean) {
    event.preventDefault();
    setIsOver(over && !disabled);
  }

  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', props.className)}>
      <span className={props.hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {required && <RequiredMark />}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's shortcut; the input inside does the same by keyboard. */}
      <div
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          if (!disabled) take(event.dataTransfer.files);
        }}
      >
        <label
          className={cx(
            'relative flex cursor-pointer flex-col items-center gap-1 rounded-lg border-[1.5px] border-dashed px-4 py-7 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            isOver ? 'border-brand bg-brand-soft' : 'bg-sunken',
            !isOver && (error ? 'border-danger' : disabled ? 'border-line' : 'border-line-strong hover:border-brand'),
            disabled && 'cursor-not-allowed text-sub',
          )}
        >
          <input
            ref={ref as Ref<HTMLInputElement>}
            type="file"
            className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            aria-label={label}
            aria-describedby={noteId}
            aria-invalid={Boolean(error)}
            required={required ?? false}
            disabled={disabled}
            multiple={multiple}
            accept={accept.join(',')}
            name={name}
            onBlur={onBlur}
            onChange={(event) => {
              take(event.target.files);
              // The same file may be chosen again after it was removed.
              event.target.value = '';
            }}
          />
          <UploadCloud aria-hidden className="mb-1 size-7 text-brand-ink" strokeWidth={1.75} />
          <span className="font-medium">
            {text.dropFiles} <span className="text-brand-ink underline underline-offset-3">{text.browseFiles}</span>
          </span>
          <span id={noteId} className="text-sm text-sub">
            {props.disabledReason ?? text.fileLimits(types, size)}
          </span>
        </label>
      </div>
      {props.description && <p className="text-sm text-sub">{props.description}</p>}
      <div role="alert" className="flex flex-col gap-2 empty:hidden">
        {error && (
          <p ref={shownError} className="scroll-my-24 text-sm font-medium text-bad-ink">
            {error}
          </p>
        )}
        {refused.map((file) => (
          <FileRow
            key={file.name}
            name={file.name}
            tone="bad"
            note={file.reason}
            action={
              <IconButton
                label={text.removeFile(file.name)}
                size="sm"
                icon={<X aria-hidden className="size-4" />}
                onPress={() => turnAway(refused.filter((other) => other !== file))}
              />
            }
          />
        ))}
      </div>
      {items.length > 0 && (
        <ul className="mt-1 flex flex-col gap-2">
          {items.map((item) => (
            <li key={item.id}>
              <FileRow
                name={item.name}
                tone={item.error ? 'bad' : item.done ? 'ok' : 'normal'}
                note={item.error ?? `${formatBytes(item.sizeBytes, locale)}${item.done ? ` · ${text.uploadDone}` : ''}`}
                action={
                  onRemove && (
                    <IconButton
                      label={text.removeFile(item.name)}
                      size="sm"
                      icon={<X aria-hidden className="size-4" />}
                      onPress={() => onRemove(item.id)}
                    />
                  )
                }
              >
                {item.progress !== undefined && !item.done && !item.error && (
                  <Progress label={item.name} hideLabel value={item.progress} />
                )}
              </FileRow>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FileRowProps {
  name: string;
  note: string;
  tone: 'normal' | 'ok' | 'bad';
  action?: ReactNode;
  children?: ReactNode;
}

const rowIcons = { normal: FileText, ok: CircleCheck, bad: CircleAlert };

function FileRow({ name, note, tone, action, children }: FileRowProps) {
  const Icon = rowIcons[tone];
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-3.5">
      <Icon
        aria-hidden
        className={cx('size-5 flex-none', tone === 'bad' ? 'text-bad-ink' : tone === 'ok' ? 'text-ok-ink' : 'text-sub')}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="truncate font-medium">{name}</span>
        {children}
        <span className={cx('text-sm', tone === 'bad' ? 'text-bad-ink' : 'text-sub')}>{note}</span>
      </div>
      {action}
    </div>
  );
}
