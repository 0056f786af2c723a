/** What can be asked, by its tab. The suggested ones come with the notice people see where a language model reads along. */
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n';
import { useSurroundings } from './surroundings';
import type { Suggestions } from './wire';

export function useSuggestions(kind: 'suggested' | 'personalized') {
  const { language } = useText();
  const { server, asker } = useSurroundings().assistant;
  return useQuery({
    queryKey: ['assistant', 'samples', kind, asker.companyId, language],
    queryFn: async (): Promise<Suggestions> =>
      kind === 'suggested'
        ? server.suggestedQuestions(language)
        : { questions: await server.personalizedQuestions(language), notice: null },
  });
}
