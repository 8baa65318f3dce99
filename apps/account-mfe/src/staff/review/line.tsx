import { Sentence } from '@fareline/ui-theme';

/** A label with its value, in a list. */
export const Line = ({ label, value }: { label: string; value: string }) => (
  <li className="flex flex-wrap justify-between gap-x-4">
    <span>{label}</span>
    <span className="caption-text wrap-anywhere">
      <Sentence>{value}</Sentence>
    </span>
  </li>
);
