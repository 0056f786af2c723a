/** Why a sign-in failed, and a link by mail where a password is not enough. */
import type { RefObject } from 'react';
import { LinkButton } from '../ui';
import { Alert } from './Alert';
import { mailLinkPath } from './paths';
import { useText } from './text';
import type { SignInTrouble } from './useSignIn';

type TroubleNoticeProps = { ref: RefObject<HTMLDivElement | null>; trouble: SignInTrouble | null };

export function TroubleNotice({ ref, trouble }: TroubleNoticeProps) {
  const { t } = useText();
  return (
    <>
      <Alert ref={ref} trouble={trouble} />
      {(trouble?.text === 'login.guarded' || trouble?.text === 'login.byLink.gone') && (
        <LinkButton href={mailLinkPath} variant="secondary" wide>
          {t('login.mailLink.link')}
        </LinkButton>
      )}
    </>
  );
}
