/** Whom to call: changed at once. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { phoneText } from '../../i18n/format';
import { usePayTimingText } from '../../i18n/pay-timing';
import { ConfirmDialog, toast, useOpened } from '../../ui';
import { PeopleSection } from './PeopleSection';
import { ContactDialog } from './PersonDialogs';
import { type Contact, type ContactDraft, type Profile, withEntry } from './profile';
import { useAsk } from './useAsk';
import { useValueText } from './valueText';

type ContactsSectionProps = { actor: Actor; profile: Profile; isReadOnly: boolean };

export function ContactsSection({ actor, profile, isReadOnly }: ContactsSectionProps) {
  const { t } = useText();
  const ask = useAsk(actor);
  const words = useValueText();
  const { opened, open, close } = useOpened<'edit' | 'remove', Contact>('edit');
  const { contacts, version } = profile;
  const isEdited = opened.isOpen && opened.kind === 'edit';
  const { tenantId, companyId, employeeId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId: isEdited ? employeeId : null }, 'saved');

  async function save(draft: ContactDraft): Promise<void> {
    const entry = opened.row ? { ...draft, id: opened.row.id } : draft;
    await ask.contacts(withEntry<ContactDraft & { id?: string }>(contacts, entry), version);
    toast(t('profile.contacts.saved'), { tone: 'ok' });
  }

  async function takeAway(gone: Contact): Promise<void> {
    try {
      const left = contacts.filter(({ id }) => id !== gone.id);
      await ask.contacts(left, version);
    } catch (error) {
      toast(errorText(t, error, 'failed.putEmployeeData'), { tone: 'error' });
      return;
    }
    toast(t('profile.contacts.saved'), { tone: 'ok' });
  }

  const name = opened.row ? `${opened.row.firstName} ${opened.row.lastName}`.trim() : '';
  return (
    <>
      <PeopleSection
        title={t('profile.contacts')}
        lead={t('profile.contacts.lead')}
        empty={t('profile.contacts.empty')}
        addLabel={t('profile.contacts.add')}
        people={contacts}
        line={({ type, phoneNumber, email }) => (
          <>
            {words.value(type)}
            {phoneNumber && ' · '}
            {/* A number is read in one piece, also where the line is short. */}
            <span className="whitespace-nowrap">{phoneText(phoneNumber)}</span>
            {email && ` · ${email}`}
          </>
        )}
        isReadOnly={isReadOnly}
        onAdd={() => open('edit', null)}
        onEdit={(entry) => open('edit', entry)}
        onRemove={(entry) => open('remove', entry)}
      />
      <ContactDialog
        key={opened.serial}
        open={isEdited}
        onClose={close}
        entry={opened.row}
        title={t(opened.row ? 'profile.contacts.edit' : 'profile.contacts.add')}
        description={t('profile.contacts.lead')}
        submitLabel={t('profile.form.save')}
        pending={ask.isPending}
        timing={timing}
        onSave={save}
      />
      <ConfirmDialog
        open={opened.isOpen && opened.kind === 'remove'}
        onClose={close}
        title={t('profile.remove.title', { name })}
        body={t('profile.remove.contact')}
        confirmLabel={t('profile.remove')}
        onConfirm={() => opened.row && takeAway(opened.row)}
      />
    </>
  );
}
