/** The signed-in person's assistant, in the company they're looking at. It stays while they move around, and ends with the session. */
import { useEffect, useState } from 'react';
import { type Assistant, createAssistant } from '../../features/assistant/assistant';
import { createServer } from '../../features/assistant/rest';
import { useText } from '../../i18n';
import { useFlag } from '../flags/flags';
import { currentPlatform } from '../platform/platform';
import { freshToken } from '../session/refresh';
import { useSession } from '../session/store';
import { useCompany, useViewer } from '../session/viewer';

let own: { key: string; assistant: Assistant } | null = null;
let language = 'en';

function endOwn(): void {
  own?.assistant.end();
  own = null;
}

useSession.subscribe(({ accessToken }) => {
  if (accessToken === null) endOwn();
});

function assistantFor(settings: Omit<Parameters<typeof createAssistant>[0], 'server' | 'language'>): Assistant {
  const key = JSON.stringify(settings);
  if (own?.key === key) return own.assistant;
  endOwn();
  const onSessionEnded = () => useSession.getState().expire();
  const server = createServer({ asker: settings.asker, freshToken, onSessionEnded });
  own = { key, assistant: createAssistant({ ...settings, server, language: () => language }) };
  return own.assistant;
}

/** Null until there is one. */
export function useOwnAssistant(): Assistant | null {
  const { tenantId, personId } = useViewer();
  const company = useCompany();
  const usesSocket = useFlag('chat-websocket');
  const keepsHistory = useFlag('chat-historical-questions');
  const spoken = useText().language;
  const companyId = company?.companyId ?? null;
  const employeeId = company?.employeeId ?? null;
  const [assistant, setAssistant] = useState<Assistant | null>(null);

  useEffect(() => {
    language = spoken;
  }, [spoken]);

  useEffect(() => {
    const asker = { tenantId, companyId, employeeId, applicationId: currentPlatform().clientId };
    setAssistant(assistantFor({ asker, owner: { personId, companyId }, usesSocket, keepsHistory }));
  }, [tenantId, personId, companyId, employeeId, usesSocket, keepsHistory]);

  return assistant;
}
