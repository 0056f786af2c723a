/** Checks the whole trail, part by part, and says whether every event is as it was written. */
import { useEffect, useRef, useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Dialog, Notice, Progress } from '../../ui';
import { VerifyAuditTrail } from './trail';

type Check = { checked: number; total: number; faults: readonly string[]; isDone: boolean };

const begun: Check = { checked: 0, total: 0, faults: [], isDone: false };

export function TrailCheck({ open, onClose, tenantId }: { open: boolean; onClose: () => void; tenantId: string }) {
  const { t } = useText();
  const format = useFormat();
  const { mutateAsync } = useSubmit(VerifyAuditTrail);
  const [check, setCheck] = useState<Check>(begun);
  const [failure, setFailure] = useState<unknown>(null);
  const isWanted = useRef(false);

  async function run(from: Check): Promise<void> {
    setFailure(null);
    let now = from;
    try {
      while (!now.isDone && isWanted.current) {
        const { verifyAuditTrail: part } = await mutateAsync({ tenantId, after: now.checked });
        now = {
          checked: part.checkedUntil,
          total: part.total,
          faults: [...now.faults, ...part.faults],
          isDone: part.isDone,
        };
        setCheck(now);
      }
    } catch (error) {
      setFailure(error);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when it is opened.
  useEffect(() => {
    isWanted.current = true;
    void run(begun);
    return () => {
      isWanted.current = false;
    };
  }, []);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('audit.check.title')}
      description={t('audit.check.body')}
      footer={
        <>
          {failure !== null && <Button onPress={() => void run(check)}>{t('app.retry')}</Button>}
          <Button variant="secondary" onPress={onClose}>
            {check.isDone ? t('audit.check.close') : t('app.cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!check.isDone && failure === null && (
          <Progress
            label={t('audit.check.running')}
            value={check.total === 0 ? null : check.checked}
            max={check.total || 1}
          />
        )}
        {failure !== null && <Notice tone="bad">{errorText(t, failure, 'audit.check.failed')}</Notice>}
        {check.isDone && check.faults.length === 0 && (
          <Notice tone="ok" title={t('audit.check.intact')}>
            {t('audit.check.events', { count: format.number(check.checked) })}
          </Notice>
        )}
        {check.faults.length > 0 && (
          <Notice tone="bad" title={t('audit.check.broken')}>
            <ul className="mt-1 list-disc pl-5">
              {check.faults.slice(0, 20).map((fault) => (
                <li key={fault} className="[overflow-wrap:anywhere]">
                  {fault}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
