import { createContext } from 'react';

/** Reloads a failed remote. */
export const RetryContext = createContext<{ retry: () => void }>({ retry: () => undefined });
