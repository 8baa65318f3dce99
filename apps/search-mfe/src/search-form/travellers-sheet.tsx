import { Sheet, SheetContent } from '@fareline/ui-theme/widgets';
import type { ReactNode } from 'react';

interface TravellersSheetProps {
  onClose: () => void;
  children: ReactNode;
}

/** Travellers and cabin on a phone: a sheet that comes from below. */
export default function TravellersSheet({ onClose, children }: TravellersSheetProps) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent side="bottom" title="Travellers and cabin">
        {children}
      </SheetContent>
    </Sheet>
  );
}
