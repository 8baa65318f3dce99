import { categories, type Category } from './questions.ts';

/** Finds questions whose text or answer contains the query, case-insensitively, by category; undefined for a blank query. (FAQ-04, FAQ-05) */
export function searchQuestions(query: string): Category[] | undefined {
  const needle = query.trim().toLowerCase();
  if (!needle) return undefined;
  return categories
    .map((category) => ({
      ...category,
      questions: category.questions.filter(({ question, answer }) =>
        [question, answer].some((text) => text.toLowerCase().includes(needle)),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
}
