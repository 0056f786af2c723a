/** All of the viewer's requests by two lists; a list whose pages are closed to them is empty. */
import type { Api } from '../../api/client';
import { ApiError } from '../../api/error';
import { everyRow, maximumPageLimit, type Page } from '../../api/hooks';
import { inOneList, OwnChanges, type OwnRequest, OwnTimeOff } from './ownRequest';

type Ids = { tenantId: string; companyId: string; employeeId: string };

export async function loadOwnRequests(
  api: Api,
  ids: Ids,
  timeZone: string,
  signal: AbortSignal,
): Promise<OwnRequest[]> {
  const asked = { ...ids, limit: maximumPageLimit };
  const [timeOff, changes] = await Promise.all([
    rowsIfOpen(
      async (cursor) => (await api.query(OwnTimeOff, { ...asked, cursor }, signal)).listEmployeeTimeOffRequests,
    ),
    rowsIfOpen(
      async (cursor) => (await api.query(OwnChanges, { ...asked, cursor }, signal)).listEmployeeChangeRequests,
    ),
  ]);
  return inOneList(timeOff, changes, timeZone);
}

async function rowsIfOpen<Row>(load: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  try {
    return await everyRow(load);
  } catch (error) {
    const isClosed = error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'FEATURE_NOT_ENABLED');
    if (isClosed) return [];
    throw error;
  }
}
