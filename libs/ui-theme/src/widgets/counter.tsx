import { IconButton } from '@fareline/ui-theme';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';

export interface CounterProps {
  /** The accessible name, "Adults 12+". */
  label: string;
  /** The visible label, when it differs from `label`. */
  children?: ReactNode;
  value: number;
  onValueChange: (value: number) => void;
  min: number;
  max: number;
}

/** A number with buttons to decrease and increase it. At the limits they have no effect, and keep the focus. */
export function Counter({ label, children, value, onValueChange, min, max }: CounterProps) {
  return (
    <div className="ui-counter" role="group" aria-label={label}>
      <span className="ui-counter__label">{children ?? label}</span>
      <IconButton
        label={`Decrease ${label}`}
        className="ui-counter__step"
        aria-disabled={value <= min || undefined}
        onClick={() => value > min && onValueChange(value - 1)}
      >
        <Minus size={16} />
      </IconButton>
      <output className="ui-counter__value" aria-live="polite">
        {value}
      </output>
      <IconButton
        label={`Increase ${label}`}
        className="ui-counter__step"
        aria-disabled={value >= max || undefined}
        onClick={() => value < max && onValueChange(value + 1)}
      >
        <Plus size={16} />
      </IconButton>
    </div>
  );
}
