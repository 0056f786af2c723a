/** Which environment this is, as the server wrote it into the page; nothing in production. */
import { useText } from '../../i18n';
import { Badge } from '../../ui';

const marked = ['local', 'development', 'staging'] as const;

export function EnvironmentMark({ className }: { className?: string }) {
  const { t } = useText();
  const environment = marked.find((name) => name === document.documentElement.dataset.environment);
  return environment ? (
    <Badge tone="warn" className={className}>
      {t(`environment.${environment}`)}
    </Badge>
  ) : null;
}
