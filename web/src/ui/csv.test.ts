import { describe, expect, it } from 'vitest';
import { csvCell, csvText } from './csv';

describe('a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tcmd', '\rcmd', '\ncmd'])('%j never starts a formula', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toBe(csvCell(`'${text}`).replace(/^"/, ''));
    expect(csvCell(text)).toMatch(/^"?'/);
  });

  it('that is harmless stays as it is', () => {
    expect([csvCell('Ana Morales'), csvCell('a-b'), csvCell(7), csvCell(null)]).toEqual([
      'Ana Morales',
      'a-b',
      '7',
      '',
    ]);
  });

  it('with a comma, a quote or a line break is quoted', () => {
    expect(csvCell('Morales, Ana')).toBe('"Morales, Ana"');
    expect(csvCell('the “old” "one"')).toBe('"the “old” ""one"""');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
    expect(csvCell('=HYPERLINK("https://x.example","pay")')).toBe('"\'=HYPERLINK(""https://x.example"",""pay"")"');
  });
});

it('a file has a header and ends every line the way the standard says', () => {
  const columns = [
    { header: 'Name', text: (row: { name: string; hours: number }) => row.name },
    { header: 'Hours', text: (row: { name: string; hours: number }) => row.hours },
  ];
  expect(csvText(columns, [{ name: '@ana', hours: 8 }])).toBe("Name,Hours\r\n'@ana,8\r\n");
  expect(csvText(columns, [])).toBe('Name,Hours\r\n');
});
