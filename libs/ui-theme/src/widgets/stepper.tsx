import { VisuallyHidden } from '@fareline/ui-theme';
import Check from 'lucide-react/icons/check';

interface Step {
  id: string;
  label: string;
}

export interface StepperProps {
  steps: readonly Step[];
  /** The id of the current step. */
  current: string;
  /** Makes the completed steps clickable. */
  onStepSelect?: (id: string) => void;
}

/** The steps of a sequence with the current one marked. */
export function Stepper({ steps, current, onStepSelect }: StepperProps) {
  const position = steps.findIndex((step) => step.id === current);
  return (
    <nav aria-label="Progress">
      <ol className="ui-stepper">
        {steps.map((step, index) => {
          const state = index < position ? 'done' : index === position ? 'current' : 'ahead';
          const content = (
            <>
              <span className="ui-stepper__marker" aria-hidden>
                {state === 'done' ? <Check size={14} /> : index + 1}
              </span>
              <span className="ui-stepper__label">{step.label}</span>
              {state === 'done' && <VisuallyHidden>, done</VisuallyHidden>}
            </>
          );
          return (
            <li
              key={step.id}
              className="ui-stepper__step"
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              {state === 'done' && onStepSelect ? (
                <button type="button" className="ui-stepper__content" onClick={() => onStepSelect(step.id)}>
                  {content}
                </button>
              ) : (
                <span className="ui-stepper__content">{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
