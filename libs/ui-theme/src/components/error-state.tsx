import CircleAlert from 'lucide-react/icons/circle-alert';
import { StateMessage, type StateMessageProps } from './state-message.tsx';

/** Shown when something failed: says what and what to do next. */
export function ErrorState({ icon = CircleAlert, ...props }: StateMessageProps) {
  return <StateMessage kind="error" icon={icon} {...props} />;
}
