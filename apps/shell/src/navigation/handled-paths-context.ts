import { createContext } from 'react';

/** What was done for the path on screen; outlives the frame, which is drawn anew around failures. */
export interface HandledPaths {
  tracked?: string;
  focused?: string;
}

export const HandledPathsContext = createContext<HandledPaths>({});
