import { categories, type Category } from './questions.ts';

/** The questions whose text or answer holds the words, in any case, by category; nothing for a blank query. (FAQ-04, FAQ-05) */
export function searchQuestions(query: string): Category[] | undefined {
  const words = query.trim().toLowerCase();
  if (!words) return undefined;
  return categories
    .map((category) => ({
      ...category,
      questions: category.questions.filter(({ question, answer }) =>
        [question, answer].some((text) => text.toLowerCase().includes(words)),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
}
