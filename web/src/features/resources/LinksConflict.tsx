/** Someone else changed the company's links and messages first. */
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { ConflictNotice } from '../../ui';
import { type CurrentLinks, draftOf, type LinksDraft } from './links';

type LinksConflictProps = {
  current: CurrentLinks;
  mine: LinksDraft;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function LinksConflict({ current, mine, isSaving, onKeepMine, onTakeTheirs }: LinksConflictProps) {
  const { t } = useText();
  const theirs = draftOf(current);
  const links = (draft: LinksDraft) => draft.customLinks.map(({ name, url }) => `${name}: ${url}`).join('\n');
  const messages = (draft: LinksDraft) => draft.dashboardMessages.map(({ message }) => message).join('\n');
  const rows = disagreeing([
    { label: t('resources.links.federalW4Link'), theirs: theirs.federalW4Link, mine: mine.federalW4Link },
    { label: t('resources.links.stateW4Link'), theirs: theirs.stateW4Link, mine: mine.stateW4Link },
    { label: t('resources.links.custom'), theirs: links(theirs), mine: links(mine) },
    { label: t('resources.links.messages'), theirs: messages(theirs), mine: messages(mine) },
  ]);
  return (
    <ConflictNotice
      words={conflictWords(t, current, rows)}
      rows={rows}
      pending={isSaving}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
