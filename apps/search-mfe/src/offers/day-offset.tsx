import { VisuallyHidden } from '@fareline/ui-theme';

interface DayOffsetProps {
  /** "+1"; empty on the same day. */
  offset: string | undefined;
  date?: string | undefined;
}

/** Marks a time on another day than the departure. (CARD-11) */
export function DayOffset({ offset, date }: DayOffsetProps) {
  if (!offset) return null;
  return (
    <sup className="ml-0.5 text-small font-medium text-warning-ink" title={date}>
      {offset}
      <VisuallyHidden>
        {Math.abs(Number(offset)) === 1 ? ' day' : ' days'}
        {date && `, ${date}`}
      </VisuallyHidden>
    </sup>
  );
}
