/** 'Ask the assistant' at the end of the menus, while the chatbot flag is on. The assistant itself is not built: it is not enabled. */
import { Sparkles } from 'lucide-react';
import { useText } from '../../i18n';
import { Button } from '../../ui';
import { useErrors } from '../errors/errors';
import { useFlag } from '../flags/flags';
import { currentPlatform } from '../platform/platform';

export function AssistantEntry() {
  const { t } = useText();
  const isOn = useFlag('chatbot');
  const add = useErrors((errors) => errors.addFeatureNotEnabled);
  if (!isOn) return null;
  return (
    <Button
      variant="soft"
      wide
      onPress={() => add('assistant', currentPlatform())}
      icon={<Sparkles aria-hidden className="size-4.5" />}
      className="mt-auto flex-none"
    >
      {t('nav.assistant')}
    </Button>
  );
}
