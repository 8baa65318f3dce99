import { createContext } from 'react';

/** Preloads the code of a path. */
export const PreloadContext = createContext<(path: string) => void>(() => undefined);
