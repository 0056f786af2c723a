/** The assistant as administrators see it: engines and counts, and only what askers shared. */
import { graphql, type ResultOf } from '../../api/graphql';

export const AssistantOverview = graphql(`
  query AssistantOverview($tenantId: ID!, $language: String) {
    assistantOverview(tenantId: $tenantId, language: $language) {
      isOn engine keepDays countedDays answers askBacks unanswered outOfScope liked disliked byModel
      languageModel { name host state reason isAllowed }
      topics { topic label asked answers askBacks liked disliked }
      shared { id askedAt question answer comment topic }
    }
  }
`);

export const TestAssistant = graphql(`
  query TestAssistant($tenantId: ID!, $question: String!, $language: String) {
    testAssistant(tenantId: $tenantId, question: $question, language: $language) {
      language band slots
      candidates { topic label certainty }
      languageModel { topic label failure }
    }
  }
`);

export type Overview = ResultOf<typeof AssistantOverview>['assistantOverview'];
export type Tested = ResultOf<typeof TestAssistant>['testAssistant'];

const engines = ['embedded', 'model', 'choice'] as const;
export type EngineName = (typeof engines)[number];

export function engineOf({ engine }: Pick<Overview, 'engine'>): EngineName {
  return engines.find((known) => known === engine) ?? 'embedded';
}

const states = ['unchecked', 'tools', 'choice', 'unfit', 'down'] as const;
export type ModelState = (typeof states)[number];

export function stateOf({ state }: { state: string }): ModelState {
  return states.find((known) => known === state) ?? 'unchecked';
}

const bands = ['answer', 'offer', 'unsure'] as const;

export function bandOf({ band }: Pick<Tested, 'band'>): (typeof bands)[number] {
  return bands.find((known) => known === band) ?? 'unsure';
}

const languages = ['en', 'es', 'other'] as const;

export function languageOf({ language }: Pick<Tested, 'language'>): (typeof languages)[number] {
  return languages.find((known) => known === language) ?? 'other';
}

/** As the server counts: bytes, not letters. */
const maxQuestionBytes = 8192;

/** What is wrong with a question, before it is sent. */
export function questionTrouble(question: string): 'empty' | 'tooLong' | null {
  const text = question.trim();
  if (text === '') return 'empty';
  return new TextEncoder().encode(text).length > maxQuestionBytes ? 'tooLong' : null;
}
