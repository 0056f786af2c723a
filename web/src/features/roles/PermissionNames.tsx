/** Permissions in words, each with what is written in the role. */
import { useText } from '../../i18n';
import { Badge, type Tone } from '../../ui';
import { permissionText } from './role';

export function PermissionNames({ permissions, tone }: { permissions: readonly string[]; tone?: Tone | undefined }) {
  const { t } = useText();
  return (
    <span className="flex flex-col gap-2 text-left">
      {permissions.map((permission) => {
        const words = permissionText(t, permission);
        return (
          <span key={permission} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Badge tone={tone} className="h-auto! min-h-6 whitespace-normal! [overflow-wrap:anywhere]">
              {words}
            </Badge>
            {words !== permission && (
              <span className="text-xs font-normal text-sub [overflow-wrap:anywhere]">{permission}</span>
            )}
          </span>
        );
      })}
    </span>
  );
}
