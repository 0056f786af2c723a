// Reads theme.css as it ships and holds its colours to WCAG: 4.5:1 for text, 3:1 for borders and graphics that carry meaning.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/ui/theme.css', 'utf8');

type Theme = 'light' | 'dark';

function color(token: string, theme: Theme): string {
  const match = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const value = match?.[theme === 'light' ? 1 : 2];
  if (!value) throw new Error(`theme.css has no plain light-dark() pair for --${token}`);
  return value;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover'];

const textPairs: [text: string, ground: string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['sub', ground],
    ['brand-ink', ground],
    ['bad-ink', ground],
  ]),
  ['ink', 'press'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['brand-soft-ink', 'brand-soft'],
  ['brand-soft-ink', 'brand-soft-hover'],
  ['ink', 'brand-soft'],
  ['sub', 'brand-soft'],
  ['sub', 'neutral-soft'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-toast', 'toast'],
  ['toast-action', 'toast'],
  ['toast-ok', 'toast'],
  ['toast-bad', 'toast'],
  ...['ok', 'warn', 'bad', 'info', 'neutral'].map((tone): [string, string] => [`${tone}-ink`, `${tone}-soft`]),
  ...[0, 1, 2, 3, 4, 5].map((band): [string, string] => ['on-avatar', `avatar-${band}`]),
];

const graphicPairs: [shape: string, ground: string][] = [
  ...['canvas', 'surface', 'raised', 'sunken'].flatMap((ground): [string, string][] => [
    ['line-strong', ground],
    ['focus', ground],
    ['brand', ground],
    ['danger', ground],
  ]),
  ...[1, 2, 3, 4, 5].map((series): [string, string] => [`chart-${series}`, 'surface']),
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(textPairs)('%s text on %s can be read (4.5:1)', (text, ground) => {
    expect(contrast(color(text, theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(graphicPairs)('%s stands out from %s (3:1)', (shape, ground) => {
    expect(contrast(color(shape, theme), color(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

it('dark surfaces grow lighter as they rise, and none is pure black', () => {
  const [canvas = 0, surface = 0, raised = 0, hover = 0] = ['canvas', 'surface', 'raised', 'hover'].map((token) =>
    luminance(color(token, 'dark')),
  );
  expect(canvas).toBeGreaterThan(0);
  expect(surface).toBeGreaterThan(canvas);
  expect(raised).toBeGreaterThan(surface);
  expect(hover).toBeGreaterThan(raised);
});
