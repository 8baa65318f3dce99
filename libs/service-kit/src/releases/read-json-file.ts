import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const pathRule =
  'A path is / or has segments of letters, digits, - and _ that each follow a /, or parameters such as :id (/flight/:id)';

/** Messages for operators. The only texts with a format in release table and manifests are paths of pages. */
const detailedErrors: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === 'invalid_format'
      ? `${JSON.stringify(issue.input)} is not a path of a page. ${pathRule}`
      : z.locales.en().localeError(issue),
};

/** Reads a JSON file of the releases. Throws a message that names the file when it is not valid. */
export async function readJsonFile<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(file, 'utf8');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON.`, { cause });
  }
  const parsed = schema.safeParse(content, detailedErrors);
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is not valid.\n${z.prettifyError(parsed.error)}`, { cause: parsed.error });
}
