import type { Offer } from '@fareline/contracts';
import { Button, VisuallyHidden } from '@fareline/ui-theme';
import { Dialog, DialogContent, Sheet, SheetContent } from '@fareline/ui-theme/widgets';
import { FareList } from './fare-list.tsx';

interface CompareFaresProps {
  /** Price ascending. */
  fares: readonly Offer[];
  chosen: Offer;
  /** Whether prices include a checked bag where its price is known. */
  withBag: boolean;
  onChoose: (id: string) => void;
  /** Whether there is room for columns. */
  isWide: boolean;
  onClose: () => void;
}

const title = 'Compare fares';

/** All fares of an itinerary with their rules in words: columns, on a phone rows. (LIST-02) */
export default function CompareFares({ isWide, onClose, onChoose, ...props }: CompareFaresProps) {
  const choose = (id: string) => {
    onChoose(id);
    onClose();
  };
  const list = (
    <FareList
      {...props}
      renderAction={({ id }, name, isChosen) => (
        <Button variant="secondary" onClick={() => choose(id)}>
          {isChosen ? 'Keep' : 'Choose'}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    />
  );
  return isWide ? (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={title}
        style={{ width: `min(${15 * props.fares.length}rem, calc(100vw - 3rem))` }}
      >
        {list}
      </DialogContent>
    </Dialog>
  ) : (
    <Sheet open onOpenChange={onClose}>
      <SheetContent title={title} side="bottom">
        {list}
      </SheetContent>
    </Sheet>
  );
}
