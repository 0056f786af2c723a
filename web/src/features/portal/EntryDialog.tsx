/** Changes a page or a card. The second of two who do is shown both versions. */
import { useState } from 'react';
import { currentOf } from '../../api/current';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { ConflictNotice, FactList, Form, FormDialog, NumberField, SelectField, TextField } from '../../ui';
import { type CurrentEntry, draftOf, type Entry, opened, openingOf, openings, ReviseEntry, sizes } from './portal';
import { useSaved } from './useSaved';

type EntryDialogProps = { open: boolean; onClose: () => void; tenantId: string; entry: Entry };

const maximumCharacters = 100;
const positions = { min: 0, max: 10_000 };

export function EntryDialog({ open, onClose, tenantId, entry }: EntryDialogProps) {
  const { t } = useText();
  const revise = useSubmit(ReviseEntry);
  const [base, setBase] = useState(() => ({ draft: draftOf(entry), version: entry.version }));
  const [draft, setDraft] = useState(base.draft);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved(onClose);
  const change = (part: Partial<typeof draft>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const isConflict = failure?.error?.code === 'CONFLICT';
  const theirs = isConflict
    ? currentOf<CurrentEntry>(failure.error?.current, ['title', 'configuredEnabled', 'readOnly', 'position', 'version'])
    : null;
  const isCard = entry.featureType === 'feature';
  const missing = isTried && !draft.title.trim() ? t('kit.required') : undefined;
  const missingPosition = isTried && draft.position === null ? t('kit.required') : undefined;
  function saveOnto(version: number): void {
    setTried(true);
    if (!draft.title.trim() || draft.position === null) return;
    const feature = {
      featureId: entry.featureId,
      version,
      title: draft.title.trim(),
      position: draft.position,
      ...(isCard ? { size: draft.size } : {}),
      ...opened(draft.opening),
    };
    void run(() => revise.mutateAsync({ tenantId, feature }), t('portal.saved', { name: draft.title.trim() }));
  }
  const rows = theirs
    ? disagreeing([
        { label: t('portal.title'), theirs: theirs.title, mine: draft.title },
        {
          label: t('portal.opening'),
          theirs: t(`portal.opening.${openingOf(theirs)}`),
          mine: t(`portal.opening.${draft.opening}`),
        },
        { label: t('portal.position'), theirs: String(theirs.position), mine: String(draft.position ?? '') },
        { label: t('portal.size'), theirs: String(theirs.size ?? ''), mine: String(draft.size ?? '') },
      ])
    : [];
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('portal.edit.title', { name: entry.title })}
      formId="portal-entry"
      submitLabel={t('portal.save')}
      pending={revise.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(base.draft)}
      submitDisabledReason={isConflict ? t('conflict.chooseFirst') : undefined}
    >
      <div className="flex flex-col gap-5">
        {isConflict && (
          <ConflictNotice
            words={conflictWords(t, theirs && {}, rows)}
            rows={rows}
            pending={revise.isPending}
            onKeepMine={() => (theirs ? saveOnto(theirs.version) : onClose())}
            onTakeTheirs={() => {
              if (!theirs) return onClose();
              const taken = {
                title: theirs.title,
                opening: openingOf(theirs),
                position: theirs.position,
                size: theirs.size,
              };
              setFailure(null);
              setBase({ draft: taken, version: theirs.version });
              setDraft(taken);
            }}
          />
        )}
        <FactList
          facts={[
            { label: t('portal.id'), value: entry.featureId },
            { label: t('portal.permissions'), value: entry.permissions.join(', ') || t('portal.permissions.none') },
          ]}
        />
        <Form
          id="portal-entry"
          onSubmit={() => saveOnto(base.version)}
          error={failure && !isConflict && !['title', 'position', 'size'].some(at) ? failure.text : null}
        >
          <TextField
            label={t('portal.title')}
            description={t('portal.title.hint')}
            value={draft.title}
            onChange={(title) => change({ title })}
            maxLength={maximumCharacters}
            error={at('title') ?? missing}
            required
          />
          <SelectField
            label={t('portal.opening')}
            description={t(`portal.aboutOpening.${draft.opening}`)}
            value={draft.opening}
            options={openings.map((value) => ({ value, label: t(`portal.opening.${value}`) }))}
            onChange={(value) => change({ opening: openings.find((one) => one === value) ?? draft.opening })}
          />
          <NumberField
            label={t('portal.position')}
            description={t('portal.position.hint')}
            value={draft.position}
            onChange={(position) => change({ position })}
            {...positions}
            error={at('position') ?? missingPosition}
            required
          />
          {isCard && (
            <SelectField
              label={t('portal.size')}
              value={String(draft.size ?? '')}
              options={sizes.map((size) => ({ value: String(size), label: t(`portal.size.${size}`) }))}
              onChange={(value) => change({ size: Number(value) })}
              error={at('size')}
            />
          )}
        </Form>
      </div>
    </FormDialog>
  );
}
