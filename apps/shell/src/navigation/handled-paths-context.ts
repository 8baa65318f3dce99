import { createContext } from 'react';

/** The last path that was tracked and focused; stored outside of the frame, which is mounted again around errors and other screens. */
export interface HandledPaths {
  tracked?: string;
  focused?: string;
  /** Stops following the heading of the focused path. */
  stopFollowing?: () => void;
}

export const HandledPathsContext = createContext<HandledPaths>({});
