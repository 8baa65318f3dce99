export const pinned = /@sha256:[0-9a-f]{64}$/;

/** The sentences whose problem is there. */
export const selectProblems = (problems: readonly [isProblem: boolean, sentence: string][]): string[] =>
  problems.filter(([isProblem]) => isProblem).map(([, sentence]) => sentence);

/** Sentences about what the file of an image must not have; `isJob` for one that ends by itself. */
export function listImageProblems(text: string, isJob: boolean): string[] {
  const base = /^ARG BASE=(\S+)$/m.exec(text)?.[1] ?? '';
  const last = text.slice(text.lastIndexOf('\nFROM '));
  return selectProblems([
    [!pinned.test(base), 'The base is not pinned by a digest.'],
    [[...text.matchAll(/^FROM (\S+)/gm)].some(([, from]) => from !== '${BASE}'), 'A stage has another base.'],
    [/^RUN npm/m.test(last), 'The cache of npm stays in the image.'],
    [!/^RUN npm ci .*--omit=dev /m.test(text), 'It has packages for development.'],
    [!/^USER node$/m.test(last), 'It runs as root.'],
    [!isJob && !/^HEALTHCHECK .*CMD \[/m.test(last), 'Nobody notices that it does not answer.'],
    [
      !isJob && !/^ENV NODE_OPTIONS=--max-old-space-size-percentage=\d+$/m.test(last),
      'Its heap has no limit.',
    ],
  ]);
}
