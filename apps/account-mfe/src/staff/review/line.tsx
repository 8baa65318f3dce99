import { Sentence } from '@fareline/ui-theme';

/** A label with its value, in a list. */
export const Line = ({ label, value }: { label: string; value: string }) => (
  <li className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-t border-line py-1 text-small figures first:border-t-0">
    <span>{label}</span>
    <span className="text-text-muted wrap-anywhere">
      <Sentence>{value}</Sentence>
    </span>
  </li>
);
