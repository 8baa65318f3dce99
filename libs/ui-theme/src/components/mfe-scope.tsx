import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';

const MfeContext = createContext<string | undefined>(undefined);

/** The root of a remote's screen: its utilities apply inside, and what it opens in a portal is marked the same way. */
export function MfeScope({
  name,
  children,
  ...props
}: ComponentProps<'div'> & { name: 'search' | 'search-home' | 'booking' | 'account' }) {
  return (
    <MfeContext value={name}>
      <div data-mfe={name} {...props}>
        {children}
      </div>
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
