import { Checkbox } from '@fareline/ui-theme/widgets';

interface AdvanceCheckboxProps {
  isAdvance: boolean;
  onChange: (isAdvance: boolean) => void;
}

/** What a refund means for a later cancellation. (REFUND-02) */
export const AdvanceCheckbox = ({ isAdvance, onChange }: AdvanceCheckboxProps) => (
  <Checkbox
    label="Advance: taken off what a later cancellation gives back. Else the refund is goodwill."
    checked={isAdvance}
    onCheckedChange={(checked) => onChange(checked === true)}
  />
);
