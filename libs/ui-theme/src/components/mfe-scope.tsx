import { createContext, useContext, type ReactNode } from 'react';

const MfeContext = createContext<string | undefined>(undefined);

/** Wraps a remote's screen: the remote's utility classes apply inside it and inside the portals that it opens. */
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

/** Sets the remote's `data-mfe` attribute inside a portal, without a layout box. */
export function PortalScope({ children }: { children: ReactNode }) {
  const name = useContext(MfeContext);
  return (
    <div data-mfe={name} className="ui-portal-scope">
      {children}
    </div>
  );
}
