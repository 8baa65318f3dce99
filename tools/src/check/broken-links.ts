const linkPattern = /\]\(([^)\s]+)\)/g;

/** Relative links of a Markdown text whose target does not exist, as `line: message`. */
export function findBrokenLinks(text: string, exists: (link: string) => boolean): string[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(linkPattern)]
      .map(([, link]) => (link ?? '').replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !exists(link))
      .map((link) => `${index + 1}: ${link} does not exist`),
  );
}

/** Commands of a Markdown text that are no script of package.json, as `line: message`. */
export function findMissingScripts(text: string, scripts: readonly string[]): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\bnpm run ([\w:-]+)/g)]
        .filter(([, name = '']) => !scripts.includes(name))
        .map(([command]) => `${index + 1}: ${command} does not exist`),
    );
}
