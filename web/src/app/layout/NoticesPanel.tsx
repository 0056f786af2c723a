/** The notices over the current page, and the way from each to where it belongs: in its company, in the right view. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Notice, type Place, placeOf } from '../../features/inbox/notice';
import { loadTexts } from '../../i18n';
import { late } from '../../ui';
import { paths } from '../paths';
import { enterCompany, useCompany, useViewer, type Viewer, viewerKey } from '../session/viewer';
import { leaveFor } from './leaving';

const NoticesDrawer = late(
  async () => (await Promise.all([import('../../features/inbox/NoticesDrawer'), loadTexts(['inbox'])]))[0],
);

const pathOf: { [View in Place['view']]: Record<Extract<Place, { view: View }>['page'], string> } = {
  manager: {
    timeOff: paths.managerTimeOff(),
    timeClock: paths.managerTimeClock(),
    deposits: paths.managerDisbursements(),
    changeRequests: paths.managerChangeRequests(),
  },
  employee: {
    timeOff: paths.time(),
    timeClock: paths.swipeClock(),
    deposits: paths.disbursements(),
    profile: paths.profile(),
    taxForms: paths.taxes(),
    payStubs: paths.payHistory(),
  },
};

/** Administrators hear of companies they don't belong to: what waits there is on their own home. */
function pathFor(place: Place, belongs: boolean): string {
  if (place.view === 'employee') return pathOf.employee[place.page];
  return belongs ? pathOf.manager[place.page] : paths.adminHome();
}

type NoticesPanelProps = { open: boolean; onClose: () => void; onMissing: () => void };

export function NoticesPanel({ open, onClose, onMissing }: NoticesPanelProps) {
  const viewer = useViewer();
  const company = useCompany();
  const router = useRouter();
  const queryClient = useQueryClient();

  const follow = ({ kind, companyId }: Notice) => {
    const place = placeOf(kind);
    const where = viewer.companies.find((candidate) => candidate.companyId === companyId);
    const to = pathFor(place, where !== undefined);
    onClose();
    leaveFor(() => {
      if (where) enterCompany(viewer, where, place.view);
      void router.navigate({ to, ignoreBlocker: true });
    });
  };

  return (
    <NoticesDrawer
      open={open}
      onClose={onClose}
      onMissing={onMissing}
      timeZone={company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      companyName={(id) =>
        viewer.companies.length > 1
          ? (viewer.companies.find(({ companyId }) => companyId === id)?.companyName ?? null)
          : null
      }
      onFollow={follow}
      onUnread={(unreadNotices) =>
        queryClient.setQueryData<Viewer>(viewerKey, (before) => before && { ...before, unreadNotices })
      }
    />
  );
}
