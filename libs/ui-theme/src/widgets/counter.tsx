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

/** A number with buttons to decrease and increase it, disabled at the limits. */
export function Counter({ label, children, value, onValueChange, min, max }: CounterProps) {
  return (
    <div className="ui-counter" role="group" aria-label={label}>
      <span className="ui-counter__label">{children ?? label}</span>
      <IconButton
        label={`Decrease ${label}`}
        className="ui-counter__step"
        disabled={value <= min}
        onClick={() => onValueChange(Math.max(min, value - 1))}
      >
        <Minus size={16} />
      </IconButton>
      <output className="ui-counter__value" aria-live="polite">
        {value}
      </output>
      <IconButton
        label={`Increase ${label}`}
        className="ui-counter__step"
        disabled={value >= max}
        onClick={() => onValueChange(Math.min(max, value + 1))}
      >
        <Plus size={16} />
      </IconButton>
    </div>
  );
}
