/** What the organization adds to its mails in its own words: per kind of mail, in both languages. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, ErrorState, SkeletonList, useOpened } from '../../ui';
import { type NoticeText, NoticeTexts, portalKey } from './portal';
import { TextDialog } from './TextDialog';

export function TextsTab({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const texts = useQuery({
    queryKey: [portalKey, 'texts', tenantId],
    queryFn: async ({ signal }) => (await api.query(NoticeTexts, { tenantId }, signal)).noticeTexts,
  });
  const { opened, open, close } = useOpened<'edit', NoticeText>('edit');
  return (
    <Card title={t('portal.texts')} description={t('portal.texts.lead')}>
      {texts.isPending && <SkeletonList rows={6} />}
      {texts.isError && (
        <ErrorState
          title={t('portal.texts.loadFailed')}
          body={errorText(t, texts.error)}
          onRetry={() => void texts.refetch()}
          retrying={texts.isFetching}
        />
      )}
      {texts.data && (
        <ul className="flex flex-col divide-y divide-line">
          {texts.data.map((text) => (
            <li key={text.kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-medium">{t(`portal.text.${text.kind}`)}</p>
                <p className="line-clamp-2 text-sm text-sub [overflow-wrap:anywhere]">
                  {text.english.text || text.spanish.text || t('portal.text.none')}
                </p>
              </div>
              <Button
                size="sm"
                variant="secondary"
                aria-label={t('portal.text.editNamed', { name: t(`portal.text.${text.kind}`) })}
                onPress={() => open('edit', text)}
              >
                {t('portal.text.edit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened.row && (
        <TextDialog key={opened.serial} open={opened.isOpen} onClose={close} tenantId={tenantId} text={opened.row} />
      )}
    </Card>
  );
}
