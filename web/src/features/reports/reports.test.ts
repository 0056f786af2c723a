import { describe, expect, it } from 'vitest';
import { barRows } from './cells';
import { askedBy, filePath } from './reports';

const company = '0195f3a0-0000-7000-8000-000000000001';
const department = '0195f3a0-0000-7000-8000-000000000002';

describe('the address of a report', () => {
  it('says what it is narrowed to, as the link in a mail does', () => {
    const address = {
      company,
      report: 'decisions',
      department,
      groupBy: 'month',
      from: '2026-10-01',
      to: '2026-10-31',
    };
    expect(askedBy(address)).toEqual({
      name: 'decisions',
      companyId: company,
      filter: { departmentId: department, groupBy: 'month', from: '2026-10-01', to: '2026-10-31' },
    });
  });

  it('counts only as far as it makes sense', () => {
    const nonsense = {
      company: 'x',
      report: 'salaries',
      department: '1',
      groupBy: 'decider',
      on: 'tomorrow',
      missing: 'yes',
    };
    expect(askedBy(nonsense)).toEqual({ name: 'balances', companyId: null, filter: {} });
    expect(askedBy({ report: 'headcount', on: '2026-11-19', resource: department }).filter).toEqual({});
    expect(askedBy({ report: 'acknowledgements', resource: department, missing: 'yes' }).filter).toEqual({
      resourceId: department,
      missingOnly: true,
    });
  });

  it('leads to the same as a file', () => {
    const { name, filter } = askedBy({ report: 'consent', department, missing: 'yes' });
    expect(filePath(company, { name, filter }, 'people', 'xlsx', 'es')).toBe(
      `/companies/${company}/reports/consent/file?format=xlsx&part=people&language=es&department=${department}&missingOnly=true`,
    );
  });
});

it('a report’s rows are bars of the columns that say how it is split', () => {
  const column = (id: string, kind: 'text' | 'count') => ({ id, kind, label: null });
  const report = {
    columns: [
      column('resource', 'text'),
      column('people', 'count'),
      column('acknowledged', 'count'),
      column('missing', 'count'),
    ],
    rows: [
      { id: 'r1', cells: ['Handbook', '12', '9', '3'] },
      { id: 'r2', cells: [null, '0', '-2', null] },
    ],
  };
  expect(barRows(report, ['acknowledged', 'missing'], (_, cell) => cell ?? '–')).toEqual([
    { id: '0', label: 'Handbook', values: { acknowledged: 9, missing: 3 } },
    { id: '1', label: '–', values: { acknowledged: 0, missing: 0 } },
  ]);
});
