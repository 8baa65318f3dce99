const LINK = /\]\(([^)\s]+)\)/g;

/** Links of a Markdown text, relative to it, that lead nowhere, as `line: sentence`. `exists` says whether one leads somewhere. */
export function problemsOf(text: string, exists: (link: string) => boolean): string[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(LINK)]
      .map(([, link]) => (link ?? '').replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !exists(link))
      .map((link) => `${index + 1}: ${link} does not exist`),
  );
}
