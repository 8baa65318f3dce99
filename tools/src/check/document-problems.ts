export interface Surroundings {
  /** Names of the scripts in package.json. */
  scripts: string[];
  /** Whether a link, relative to the document, leads to a file or folder. */
  exists(link: string): boolean;
}

const RUN = /\bnpm run ([\w:-]+)/g;
const LINK = /\]\(([^)\s]+)\)/g;

/** What a Markdown text promises and the repository does not keep, as `line: sentence`. */
export function problemsOf(text: string, { scripts, exists }: Surroundings): string[] {
  return text.split('\n').flatMap((line, index) => {
    const missing = [...line.matchAll(RUN)]
      .map(([, name]) => name ?? '')
      .filter((name) => !scripts.includes(name))
      .map((name) => `package.json has no script ${name}`);
    const broken = [...line.matchAll(LINK)]
      .map(([, link]) => (link ?? '').replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !exists(link))
      .map((link) => `${link} does not exist`);
    return [...missing, ...broken].map((problem) => `${index + 1}: ${problem}`);
  });
}
