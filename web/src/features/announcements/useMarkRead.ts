/** Marks announcements as read by the employee, those that were not. A mark that cannot be kept is no reason to disturb anyone. */
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import type { Message } from './message';

const MarkMessagesRead = graphql(`
  mutation MarkMessagesRead($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $messageIds: [ID!]!) {
    markMessagesRead(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, messageIds: $messageIds) { newlyRead }
  }
`);

/** As many as the server takes at once. */
const atOnce = 100;

export function useMarkRead(actor: Actor, onRead: () => Promise<void>): (messages: readonly Message[]) => void {
  const { mutateAsync } = useSubmit(MarkMessagesRead);
  const { tenantId, companyId, employeeId } = actor;
  return (messages) => {
    const messageIds = messages.filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (!employeeId || messageIds.length === 0) return;
    mutateAsync({ tenantId, companyId, employeeId, messageIds: messageIds.slice(0, atOnce) }).then(onRead, () => {});
  };
}
