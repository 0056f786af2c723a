/** The company message as every part of this feature reads it. "Announcement" is the page's word, "message" the API's. */
import { graphql, type ResultOf } from '../../api/graphql';
import type { Language } from '../../i18n';

export const MessageFields = graphql(`
  fragment MessageFields on CompanyMessage {
    id message messageEs isRead payGroupId divisionId branchId departmentId teamId startDate endDate state version updatedAt updatedByName
  }
`);

export type Message = ResultOf<typeof MessageFields>;

/** In the reader's language, if it was written in it; otherwise what there is. */
export function textFor({ message, messageEs }: Pick<Message, 'message' | 'messageEs'>, language: Language): string {
  return language === 'es' ? messageEs || message : message || (messageEs ?? '');
}

/** Every cached list and count of announcements begins with this, so that one write refreshes them all. */
export const announcementsKey = 'announcements';

const headlineMaximumCharacters = 100;

/** A point ends a sentence only before a new beginning, so that "6 p.m. on Friday" stays whole. */
const firstSentencePattern = /^.+?[.!?](?=\s+[\p{Lu}\p{N}¿¡"“«(])/u;

/** Announcements have no title: their first line, or first sentence, serves as one when it is short enough. */
export function headline(message: string): { head: string; rest: string } {
  const text = message.trim();
  const [firstLine = ''] = text.split('\n', 1);
  const firstSentence = firstSentencePattern.exec(firstLine)?.[0] ?? firstLine;
  const head = firstLine.length <= headlineMaximumCharacters ? firstLine : firstSentence;
  if (head.length > headlineMaximumCharacters) return { head: '', rest: text };
  return { head, rest: text.slice(head.length).trim() };
}

const nameMaximumCharacters = 60;

/** How buttons and questions call an announcement: its headline or its beginning. */
export function nameOf(message: string): string {
  const { head, rest } = headline(message);
  const characters = Array.from(head || rest);
  if (characters.length <= nameMaximumCharacters) return characters.join('');
  return `${characters.slice(0, nameMaximumCharacters).join('').trimEnd()}…`;
}
