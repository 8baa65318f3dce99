import { createContext } from 'react';

/** Fetches ahead what a path will need. */
export const PreloadContext = createContext<(path: string) => void>(() => undefined);
