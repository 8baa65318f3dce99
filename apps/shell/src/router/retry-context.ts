import { createContext } from 'react';

/** How a failed area is tried again. */
export const RetryContext = createContext<{ retry: () => void }>({ retry: () => undefined });
