/** A list of people in the profile: each with what one may do, and a way to add one. */
import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { Avatar, Button, Card, IconButton } from '../../ui';

type Person = { id: string; firstName: string; lastName: string };

type PeopleSectionProps<Entry extends Person> = {
  title: string;
  lead: string;
  empty: string;
  addLabel: string;
  people: readonly Entry[];
  line: (entry: Entry) => ReactNode;
  /** Without the right to change anything there are no buttons. */
  isReadOnly: boolean;
  /** Why nothing can be changed now. */
  blocked?: string | undefined;
  notice?: ReactNode;
  onAdd: () => void;
  onEdit: (entry: Entry) => void;
  onRemove: (entry: Entry) => void;
};

export function PeopleSection<Entry extends Person>(props: PeopleSectionProps<Entry>) {
  const { title, lead, empty, addLabel, people, line, isReadOnly, blocked, notice, onAdd, onEdit, onRemove } = props;
  const { t } = useText();
  return (
    <Card
      title={title}
      description={lead}
      footer={
        !isReadOnly && (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3"
            icon={<Plus className="size-4" />}
            onPress={onAdd}
            disabledReason={blocked}
          >
            {addLabel}
          </Button>
        )
      }
    >
      {notice}
      {people.length === 0 && <p className="text-sub">{empty}</p>}
      <ul className="divide-y divide-line">
        {people.map((entry) => {
          const name = [entry.firstName, entry.lastName].filter(Boolean).join(' ');
          return (
            <li key={entry.id} className="flex items-center gap-3.5 py-3 first:pt-0 last:pb-0">
              <Avatar firstName={entry.firstName} lastName={entry.lastName} />
              <div className="min-w-0 flex-1">
                <p className="font-semibold break-words">{name}</p>
                <div className="text-sm text-sub break-words">{line(entry)}</div>
              </div>
              {!isReadOnly && (
                <div className="flex flex-none">
                  <IconButton
                    label={t('profile.editNamed', { name })}
                    icon={<Pencil className="size-4.5" />}
                    onPress={() => onEdit(entry)}
                    disabledReason={blocked}
                  />
                  <IconButton
                    label={t('profile.removeNamed', { name })}
                    icon={<Trash2 className="size-4.5" />}
                    onPress={() => onRemove(entry)}
                    disabledReason={blocked}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
