/** The window, with what the app knows: who asks, and which addresses lead somewhere. */
import { AssistantWindow } from '../../features/assistant/AssistantWindow';
import { isPageEnabled } from '../catalogue/catalogue';
import { useCatalogue } from '../catalogue/useCatalogue';
import { ownPath, paths } from '../paths';
import { routeTable } from '../routes';
import { useCompany } from '../session/viewer';
import { pageAt } from './page-at';
import { useOwnAssistant } from './useOwnAssistant';

type OwnAssistantProps = { headingLevel: 1 | 2; onClose?: () => void };

export function OwnAssistant({ headingLevel, onClose }: OwnAssistantProps) {
  const assistant = useOwnAssistant();
  const catalogue = useCatalogue();
  const company = useCompany();

  /** Whatever the server or a language model says: a link leads to a page of ours that is turned on, or it is none. */
  const openPath = (candidate: string | null): string | null => {
    const path = ownPath(candidate);
    const page = path === null ? null : pageAt(routeTable, path);
    // The guide is for everyone.
    if (!page?.page || !(page.meta.authRequired || path === paths.guide())) return null;
    return page.meta.featurePage && !isPageEnabled(catalogue, page.meta.featurePage) ? null : path;
  };

  if (!assistant) return null;
  return (
    <AssistantWindow
      // Another company, another conversation.
      key={assistant.owner.companyId}
      assistant={assistant}
      openPath={openPath}
      stubPath={paths.paystub}
      timeZone={company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      headingLevel={headingLevel}
      onClose={onClose}
    />
  );
}
