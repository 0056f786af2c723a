// Loading, empty, error.
import { CalendarDays } from 'lucide-react';
import { Button, Card, EmptyState, ErrorState, SkeletonList, toast } from '../ui';
import { Section } from './section';

export function States() {
  return (
    <Section title="States">
      <div className="grid gap-5 lg:grid-cols-3">
        <Card title="Loading">
          <SkeletonList avatars />
        </Card>
        <Card>
          <EmptyState
            icon={<CalendarDays />}
            title="No requests yet"
            body="Ask for a day off and follow it here until it is decided."
            action={<Button>Request time off</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title="Your pay stubs did not load"
            body="There was a problem. Please try again later."
            onRetry={() => toast('Trying again')}
          />
        </Card>
      </div>
    </Section>
  );
}
