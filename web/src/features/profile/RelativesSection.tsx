/** Dependents or beneficiaries: changed by request, one at a time. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { usePayTimingText } from '../../i18n/pay-timing';
import { ConfirmDialog, toast, useOpened } from '../../ui';
import { PeopleSection } from './PeopleSection';
import { RelativeDialog } from './PersonDialogs';
import { type OwnRequest, outstanding, type Profile, type Relative, type RelativeDraft, withEntry } from './profile';
import { useAsk } from './useAsk';
import { useValueText } from './valueText';
import { Waiting } from './Waiting';

type RelativesSectionProps = {
  part: 'dependents' | 'beneficiaries';
  actor: Actor;
  profile: Profile;
  requests: readonly OwnRequest[];
  isReadOnly: boolean;
};

export function RelativesSection({ part, actor, profile, requests, isReadOnly }: RelativesSectionProps) {
  const { t } = useText();
  const ask = useAsk(actor);
  const words = useValueText();
  const { opened, open, close } = useOpened<'edit' | 'remove', Relative>('edit');
  const waiting = outstanding(requests, part);
  const list = profile[part];
  const isEdited = opened.isOpen && opened.kind === 'edit';
  const { tenantId, companyId, employeeId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId: isEdited ? employeeId : null });

  async function save(draft: RelativeDraft): Promise<void> {
    const entry = opened.row ? { ...draft, id: opened.row.id } : draft;
    await ask.relatives(part, withEntry<RelativeDraft & { id?: string }>(list, entry), profile.version);
    toast(t('profile.asked'), { tone: 'ok' });
  }

  async function takeAway(gone: Relative): Promise<void> {
    try {
      const left = list.filter(({ id }) => id !== gone.id);
      await ask.relatives(part, left, profile.version);
    } catch (error) {
      toast(errorText(t, error, 'failed.submitChangeRequest'), { tone: 'error' });
      return;
    }
    toast(t('profile.asked'), { tone: 'ok' });
  }

  const name = opened.row ? `${opened.row.firstName} ${opened.row.lastName}` : '';
  return (
    <>
      <PeopleSection
        title={t(`profile.${part}`)}
        lead={t(`profile.partLead.${part}`)}
        empty={t(`profile.partEmpty.${part}`)}
        addLabel={t(`profile.partAdd.${part}`)}
        people={list}
        line={({ relation }) => words.value(relation)}
        isReadOnly={isReadOnly}
        blocked={waiting && t('error.OUTSTANDING_REQUEST')}
        notice={waiting && <Waiting actor={actor} request={waiting} />}
        onAdd={() => open('edit', null)}
        onEdit={(entry) => open('edit', entry)}
        onRemove={(entry) => open('remove', entry)}
      />
      <RelativeDialog
        key={opened.serial}
        open={isEdited}
        onClose={close}
        entry={opened.row}
        title={t(opened.row ? `profile.partEdit.${part}` : `profile.partAdd.${part}`)}
        description={t('profile.form.lead')}
        submitLabel={t('profile.form.submit')}
        pending={ask.isPending}
        timing={timing}
        onSave={save}
      />
      <ConfirmDialog
        open={opened.isOpen && opened.kind === 'remove'}
        onClose={close}
        title={t('profile.remove.title', { name })}
        body={t('profile.remove.relative')}
        confirmLabel={t('profile.remove')}
        onConfirm={() => opened.row && takeAway(opened.row)}
      />
    </>
  );
}
