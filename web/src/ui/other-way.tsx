// One more way to prove who one is, as a row to press.
import {
  ArrowRight,
  Building2,
  Fingerprint,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  MessageSquareText,
  Smartphone,
} from 'lucide-react';
import { Button } from './button';

const icons = {
  passkey: Fingerprint,
  totp: Smartphone,
  sms: MessageSquareText,
  recovery: LifeBuoy,
  password: KeyRound,
  upstream: Building2,
} satisfies Record<string, LucideIcon>;

export interface OtherWayProps {
  kind: keyof typeof icons;
  label: string;
  /** Tells two phones apart: its last digits. */
  hint?: string | null | undefined;
  onPress: () => void;
}

export function OtherWay({ kind, label, hint, onPress }: OtherWayProps) {
  const Icon = icons[kind];
  return (
    <Button
      variant="ghost"
      wide
      onPress={onPress}
      className="h-12! justify-start! gap-3! px-3! text-[.9375rem]! font-medium!"
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-5 flex-none text-sub" />
      <span className="min-w-0 flex-1 truncate text-left">
        {label}
        {hint && <span className="ml-2 text-sm font-normal text-sub tabular-nums">{hint}</span>}
      </span>
      <ArrowRight aria-hidden className="size-4.5 flex-none text-sub" />
    </Button>
  );
}
