declare global {
  /** Hashes of released files by URL path. Webpack's runtimes, also those of remotes, set them on the elements that they add. */
  var farelineIntegrity: Record<string, string> | undefined;
}

/** Adds the hashes of the files in a folder. */
export function addIntegrity(folder: string | URL, hashes: Record<string, string> = {}): void {
  const known = (globalThis.farelineIntegrity ??= {});
  for (const [file, hash] of Object.entries(hashes))
    known[new URL(file, new URL(folder, window.location.href)).pathname] = hash;
}

/** The hash of a released file; empty, which means any content, when it is unknown. */
export const getIntegrity = (url: string): string =>
  globalThis.farelineIntegrity?.[new URL(url, window.location.href).pathname] ?? '';
