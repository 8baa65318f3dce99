import { formatDateField } from '@fareline/presentation/formats';
import { Button } from '@fareline/ui-theme';
import { Sheet, SheetContent } from '@fareline/ui-theme/widgets';
import type { ReactNode, RefObject } from 'react';
import type { DateEnd } from './use-date-calendar.ts';

export interface DateSheetProps {
  id: string;
  /** The fields of the trip; one of them for one-way. */
  ends: readonly { end: DateEnd; label: string; value: string | undefined }[];
  activeEnd: DateEnd;
  onActiveEndChange: (end: DateEnd) => void;
  /** The dates and the length of the trip in words. */
  summary: string | undefined;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** The calendar. */
  children: ReactNode;
}

/** The calendar on a phone: it covers the screen and stays until Done. */
export default function DateSheet({
  id,
  ends,
  activeEnd,
  onActiveEndChange,
  summary,
  returnFocus,
  onClose,
  children,
}: DateSheetProps) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        id={id}
        side="full"
        title="When do you fly?"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus.current?.focus({ preventScroll: true });
        }}
        footer={
          <div className="grid gap-2">
            <p className="text-center font-semibold">{summary}</p>
            <Button size="large" block onClick={onClose}>
              Done
            </Button>
          </div>
        }
      >
        {ends.length > 1 && (
          <div className="sticky top-0 z-10 mb-2 grid grid-cols-2 gap-3 bg-card pb-2">
            {ends.map(({ end, label, value }) => (
              <button
                key={end}
                type="button"
                aria-pressed={end === activeEnd}
                className="ui-input grid h-auto py-2 text-start aria-pressed:border-primary aria-pressed:bg-primary-soft"
                onClick={() => onActiveEndChange(end)}
              >
                <span className="caption-text">{label} </span>
                <span className="figures">{value ? formatDateField(value) : 'Choose a date'}</span>
              </button>
            ))}
          </div>
        )}
        {children}
      </SheetContent>
    </Sheet>
  );
}
