import { createContext, useContext, type ReactNode } from 'react';

const MfeContext = createContext<string | undefined>(undefined);

/** Around a remote's screen: its utilities apply to what is inside, and what it opens in a portal is marked the same way. */
export function MfeScope({
  name,
  children,
}: {
  name: 'search' | 'booking' | 'account';
  children: ReactNode;
}) {
  return (
    <MfeContext value={name}>
      <div data-mfe={name}>{children}</div>
    </MfeContext>
  );
}

/** Carries the mark of the remote into a portal without a box of its own. */
export function PortalScope({ children }: { children: ReactNode }) {
  const name = useContext(MfeContext);
  return (
    <div data-mfe={name} className="ui-portal-scope">
      {children}
    </div>
  );
}
