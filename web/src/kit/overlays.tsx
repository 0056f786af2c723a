// What opens above the page: dialogs, drawer, menu, popover, toasts.
import { Building2, LogOut, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { Button, Card, ConfirmDialog, Dialog, Drawer, FactList, Menu, Popover, TextField, toast } from '../ui';
import { Section } from './section';

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | null>(null);
  const [phone, setPhone] = useState('');
  const close = () => setOpen(null);
  return (
    <Section title="Above the page">
      <Card>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" onPress={() => setOpen('dialog')}>
            Dialog
          </Button>
          <Button variant="secondary" onPress={() => setOpen('drawer')}>
            Drawer
          </Button>
          <Button variant="secondary" onPress={() => setOpen('confirm')}>
            Confirm
          </Button>
          <Menu
            label="Account"
            trigger={<Button variant="secondary">Menu</Button>}
            groups={[
              {
                id: 'companies',
                title: 'Companies',
                entries: [
                  { id: 'outfitters', label: 'Cedar Outfitters', icon: <Building2 />, checked: true },
                  { id: 'logistics', label: 'Cedar Logistics', icon: <Building2 /> },
                ],
              },
              {
                id: 'account',
                entries: [
                  { id: 'profile', label: 'Profile', icon: <User />, href: '#profile' },
                  {
                    id: 'settings',
                    label: 'Account settings',
                    icon: <Settings />,
                    disabledReason: 'Managed by your company',
                  },
                  { id: 'out', label: 'Sign out', icon: <LogOut />, tone: 'danger' },
                ],
              },
            ]}
          />
          <Popover label="Balance" trigger={<Button variant="secondary">Popover</Button>} className="w-64">
            <FactList
              facts={[
                { label: 'Balance', value: '70 h', numeric: true },
                { label: 'Scheduled', value: '8 h', numeric: true },
                { label: 'Available', value: '62 h', numeric: true },
              ]}
            />
          </Popover>
          <Button variant="secondary" onPress={() => toast('Content copied!', { tone: 'ok' })}>
            Toast
          </Button>
          <Button
            variant="secondary"
            onPress={() => toast('There was a problem. Please try again later.', { tone: 'error' })}
          >
            Error toast
          </Button>
        </div>
      </Card>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Change phone number"
        description="We will text you a code."
        footer={
          <>
            <Button variant="secondary" onPress={close}>
              Cancel
            </Button>
            <Button onPress={close}>Send code</Button>
          </>
        }
      >
        <TextField label="Phone number" type="tel" value={phone} onChange={setPhone} autoFocus />
      </Dialog>
      <Drawer
        open={open === 'drawer'}
        onClose={close}
        title="Request by Luis Ortega"
        footer={<Button onPress={close}>Approve</Button>}
      >
        <FactList
          facts={[
            { label: 'Type', value: 'Sick' },
            { label: 'Dates', value: 'Nov 17 – 18' },
            { label: 'Hours', value: '16.00', numeric: true },
          ]}
        />
      </Drawer>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete the account ending in 4821?"
        body="Your next pay goes to your remaining account. You can add this one again later."
        confirmLabel="Delete account"
        onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
      />
    </Section>
  );
}
