/** Whom to call: changed at once. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { phoneText } from '../../i18n/format';
import { ConfirmDialog, toast } from '../../ui';
import { PeopleSection } from './PeopleSection';
import { ContactDialog } from './PersonDialogs';
import { type Contact, type ContactDraft, type Profile, withEntry } from './profile';
import { useAsk } from './useAsk';
import { usePersonDialogs } from './usePersonDialogs';
import { useValueText } from './valueText';

type ContactsSectionProps = { actor: Actor; profile: Profile; isReadOnly: boolean };

export function ContactsSection({ actor, profile, isReadOnly }: ContactsSectionProps) {
  const { t } = useText();
  const ask = useAsk(actor);
  const words = useValueText();
  const { editing, edit, closeEditor, removing, remove, closeRemoval } = usePersonDialogs<Contact>();
  const { contacts, version } = profile;

  async function save(draft: ContactDraft): Promise<void> {
    const entry = editing.entry ? { ...draft, id: editing.entry.id } : draft;
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

  const name = removing.entry ? `${removing.entry.firstName} ${removing.entry.lastName}`.trim() : '';
  return (
    <>
      <PeopleSection
        title={t('profile.contacts')}
        lead={t('profile.contacts.lead')}
        empty={t('profile.contacts.empty')}
        addLabel={t('profile.contacts.add')}
        people={contacts}
        line={({ type, phoneNumber, email }) =>
          [words.value(type), phoneText(phoneNumber), email].filter(Boolean).join(' · ')
        }
        isReadOnly={isReadOnly}
        onAdd={() => edit(null)}
        onEdit={edit}
        onRemove={remove}
      />
      <ContactDialog
        key={editing.serial}
        open={editing.isOpen}
        onClose={closeEditor}
        entry={editing.entry}
        title={t(editing.entry ? 'profile.contacts.edit' : 'profile.contacts.add')}
        description={t('profile.contacts.lead')}
        submitLabel={t('profile.form.save')}
        pending={ask.isPending}
        onSave={save}
      />
      <ConfirmDialog
        open={removing.isOpen}
        onClose={closeRemoval}
        title={t('profile.remove.title', { name })}
        body={t('profile.remove.contact')}
        confirmLabel={t('profile.remove')}
        onConfirm={() => removing.entry && takeAway(removing.entry)}
      />
    </>
  );
}
