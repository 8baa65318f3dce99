import type { ReactNode } from 'react';

/** The buttons of a form at its end; the message of a limit is across the row, above them. */
export const FormButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3 [&>[role=alert]]:order-first [&>[role=alert]]:basis-full">
    {children}
  </div>
);
