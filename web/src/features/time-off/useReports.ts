/** Whom a manager decides on in a company, also in another manager's place, found by first name, last name or code, and how many there are. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { isId, useKeptFilter, useSettled } from '../../ui';
import { timeOffKey } from './timeOff';

const Reports = graphql(`
  query TimeOffReports($tenantId: ID!, $companyId: ID!, $managerId: ID!, $search: String) {
    timeOffReports(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, search: $search, limit: 20) {
      id firstName lastName employeeCode
    }
  }
`);

const OneReport = graphql(`
  query TimeOffReport($tenantId: ID!, $companyId: ID!, $managerId: ID!, $employeeId: ID!) {
    timeOffReports(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, employeeId: $employeeId) {
      id firstName lastName
    }
  }
`);

const ReportCount = graphql(`
  query TimeOffReportCount($companyId: ID!) {
    employees(companyId: $companyId, limit: 1) { totalCount }
  }
`);

const quietMs = 250;
const searchMaximumCharacters = 100;

/** The spec's limit: above it the filters by employee are off. */
export const filtersMost = 200;

export type Report = { id: string; name: string };
export type Company = { companyId: string; companyName: string };

/** A company someone decides in, and one of its employees; all of them without a report. */
export type Wanted = { companyId: string; report: Report | null };

export function useReports(ids: { tenantId: string; companyId: string; managerId: string }, typed: string) {
  const api = useApi();
  const wanted = typed.trim().slice(0, searchMaximumCharacters);
  const search = useSettled(wanted, quietMs);
  const found = useQuery({
    queryKey: [timeOffKey, 'reports', ids, search],
    queryFn: async ({ signal }) => {
      const { timeOffReports } = await api.query(Reports, { ...ids, search: search || null }, signal);
      return timeOffReports.map(({ id, firstName, lastName, employeeCode }) => ({
        id,
        name: `${firstName} ${lastName}`,
        employeeCode,
      }));
    },
    placeholderData: keepPreviousData,
  });
  // What is listed until the answer comes was found for other words.
  return { found, isSearching: search !== wanted || found.isFetching };
}

/** Whose requests are shown. After a reload only the id is left: the name is asked for, and is empty until it comes. */
export function useChosenReport(actor: Actor, startsWith: Report | null) {
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const [keptId, keepId] = useKeptFilter(`time-off queue ${companyId}`, isId);
  const [chosen, setChosen] = useState(startsWith ?? (keptId === null ? null : { id: keptId, name: '' }));
  const unnamedId = chosen?.name === '' ? chosen.id : null;
  const named = useQuery({
    queryKey: [timeOffKey, 'report', tenantId, companyId, unnamedId],
    enabled: unnamedId !== null,
    queryFn: async ({ signal }) => {
      const ids = { tenantId, companyId, managerId: personId, employeeId: unnamedId ?? '' };
      const [found] = (await api.query(OneReport, ids, signal)).timeOffReports;
      return found ? { id: found.id, name: `${found.firstName} ${found.lastName}` } : null;
    },
  });
  const found = unnamedId === null ? undefined : named.data;
  const choose = (report: Report | null) => {
    setChosen(report);
    keepId(report?.id ?? null);
  };
  const startId = startsWith?.id ?? null;
  useEffect(() => {
    if (startId !== null) keepId(startId);
  }, [startId, keepId]);
  // Someone they no longer decide for narrows nothing.
  const isGone = found === null;
  useEffect(() => {
    if (!isGone) return;
    setChosen(null);
    keepId(null);
  }, [isGone, keepId]);
  return [found ?? chosen, choose] as const;
}

/** How many employees the manager has there; null until it is known. */
export function useReportCount(companyId: string): number | null {
  const api = useApi();
  const count = useQuery({
    queryKey: [timeOffKey, 'report count', companyId],
    queryFn: async ({ signal }) => (await api.query(ReportCount, { companyId }, signal)).employees.totalCount,
    staleTime: 300_000,
  });
  return count.data ?? null;
}
