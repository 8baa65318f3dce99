import { createContext } from 'react';

/** The last path that was tracked and focused; stored outside of the frame, which is mounted again around errors. */
export interface HandledPaths {
  tracked?: string;
  focused?: string;
}

export const HandledPathsContext = createContext<HandledPaths>({});
