// Buttons, links, badges, avatars, tabs, progress.
import { Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  Avatar,
  Badge,
  Button,
  Card,
  IconButton,
  Link,
  LinkButton,
  Notice,
  Progress,
  Spinner,
  StatusBadge,
  Tabs,
} from '../ui';
import { Section } from './section';

const names = ['Avery Chen', 'Grace Hall', 'Luis Ortega', 'Priya Raman', 'Zoe Young', 'Łucja Nowak'];

export function Controls() {
  const [sending, setSending] = useState(false);
  return (
    <Section title="Controls">
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title="Buttons">
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-center gap-2.5">
              <Button>Submit request</Button>
              <Button variant="secondary">Cancel</Button>
              <Button variant="soft" icon={<Plus aria-hidden className="size-4" />}>
                Add account
              </Button>
              <Button variant="ghost">Skip</Button>
              <Button variant="danger" icon={<Trash2 aria-hidden className="size-4" />}>
                Delete
              </Button>
            </div>
            <div className="flex flex-wrap items-center gap-2.5">
              <Button
                icon={<Send aria-hidden className="size-4" />}
                pending={sending}
                onPress={() => {
                  setSending(true);
                  setTimeout(() => setSending(false), 1500);
                }}
              >
                Send
              </Button>
              <Button disabledReason="Payroll is being processed. Changes open again on Monday.">Change deposit</Button>
              <Button disabled>Disabled</Button>
              <Button size="sm">Approve</Button>
              <Button size="sm" variant="secondary">
                Deny
              </Button>
              <IconButton label="Delete the request" icon={<Trash2 aria-hidden className="size-4.5" />} />
              <LinkButton href="#w2" variant="soft" size="sm">
                Open W-2
              </LinkButton>
            </div>
            <Button size="lg" wide>
              Sign in
            </Button>
            <p>
              Questions? <Link href="#help">Ask your manager</Link> or{' '}
              <Link href="https://www.irs.gov" external>
                read about form W-4
              </Link>
              .
            </p>
          </div>
        </Card>
        <Card title="Badges, people, progress">
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap gap-2">
              {['Approved', 'Pending', 'Denied', 'Partial', 'Cancelled'].map((status) => (
                <StatusBadge key={status} status={status} label={status} />
              ))}
              <Badge tone="brand">New</Badge>
            </div>
            <div className="flex flex-wrap items-center gap-2.5">
              {names.map((name) => {
                const [firstName = '', lastName = ''] = name.split(' ');
                return <Avatar key={name} firstName={firstName} lastName={lastName} label={name} />;
              })}
              <Avatar firstName="Maria" lastName="Delgado" size="lg" label="Maria Delgado" />
              <Avatar firstName="Tomás" lastName="Rivera" size="sm" label="Tomás Rivera" />
            </div>
            <Progress label="Uploading statement.pdf" value={64} />
            <Progress label="Preparing the report" value={null} />
            <Spinner label="Loading" />
          </div>
        </Card>
        <Card title="Tabs">
          <Tabs
            label="Requests"
            items={[
              {
                id: 'waiting',
                label: 'Waiting',
                count: 6,
                content: <p className="text-sub">Six requests are waiting for you.</p>,
              },
              { id: 'decided', label: 'Decided', content: <p className="text-sub">Decided this month: 14.</p> },
              { id: 'mine', label: 'My own', content: <p className="text-sub">You have none.</p> },
            ]}
          />
        </Card>
        <div className="flex flex-col gap-3">
          <Notice title="Your W-2 for 2025 is ready">It was published on January 18.</Notice>
          <Notice tone="warn">Payroll is being processed. Deposits cannot be changed until it ends.</Notice>
          <Notice tone="bad">The routing number was not found.</Notice>
          <Notice tone="ok">Your request was sent to Marcus Webb.</Notice>
        </div>
      </div>
    </Section>
  );
}
