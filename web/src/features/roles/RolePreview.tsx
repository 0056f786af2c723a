/** What a change of roles would do, before it is saved: the pages and permissions gained and lost. */
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Notice, SkeletonList } from '../../ui';
import { PermissionNames } from './PermissionNames';
import { isEmptySide, maximumCounted, type Preview, type RightsSide } from './role';

/** The portal's own titles of pages, in the reader's language; the catalogue knows one only. */
export const PageTitles = createContext<(page: Preview['gains']['pages'][number]) => string>((page) => page.title);

type RolePreviewProps = { preview: UseQueryResult<Preview> };

export function RolePreview({ preview }: RolePreviewProps) {
  const { t } = useText();
  return (
    <section aria-label={t('roles.preview.title')} aria-live="polite" className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t('roles.preview.title')}</h3>
      {preview.isPending && <SkeletonList rows={2} />}
      {preview.isError && <Notice tone="bad">{errorText(t, preview.error)}</Notice>}
      {preview.data && <Shown preview={preview.data} />}
    </section>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const { t } = useText();
  const format = useFormat();
  const { gains, loses, holders, leftBehind } = preview;
  const isNothing = [gains, loses].every(isEmptySide);
  return (
    <>
      {holders !== null && (
        <p className="text-sm text-sub">
          {holders > maximumCounted
            ? t('roles.preview.holdersMany', { count: maximumCounted })
            : t('roles.preview.holders', { count: holders })}
        </p>
      )}
      {preview.from && <p className="text-sm text-sub">{t('roles.preview.from', { day: format.day(preview.from) })}</p>}
      {leftBehind > 0 && (
        <Notice tone="warn">
          {leftBehind > maximumCounted
            ? t('roles.preview.leftBehindMany', { count: maximumCounted })
            : t('roles.preview.leftBehind', { count: leftBehind })}
        </Notice>
      )}
      {isNothing && <p className="text-sm">{t('roles.preview.nothing')}</p>}
      <Side title={t('roles.preview.gains')} side={gains} tone="ok" />
      <Side title={t('roles.preview.loses')} side={loses} tone="bad" />
    </>
  );
}

type SideProps = { title: string; side: RightsSide; tone: 'ok' | 'bad' | 'neutral' };

/** Pages, permissions and applications under a title; nothing if there are none. */
export function Side({ title, side, tone }: SideProps) {
  const { t } = useText();
  const titleOf = use(PageTitles);
  const groups = [
    { label: t('roles.preview.pages'), words: side.pages.map(titleOf), arePermissions: false },
    { label: t('roles.preview.permissions'), words: side.permissions, arePermissions: true },
    { label: t('roles.preview.applications'), words: side.applications, arePermissions: false },
  ].filter(({ words }) => words.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="rounded-md border border-line p-4">
      <h4 className="font-medium">{title}</h4>
      <dl className="mt-2 flex flex-col gap-3">
        {groups.map(({ label, words, arePermissions }) => (
          <div key={label}>
            <dt className="text-sm text-sub">{label}</dt>
            <dd className="mt-1 flex flex-wrap gap-1.5">
              {arePermissions ? (
                <PermissionNames permissions={words} tone={tone} />
              ) : (
                words.map((word) => (
                  <Badge key={word} tone={tone} className="[overflow-wrap:anywhere]">
                    {word}
                  </Badge>
                ))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
