import SearchX from 'lucide-react/icons/search-x';
import { StateMessage, type StateMessageProps } from './state-message.tsx';

/** Shown when there is nothing to list: says why and what to do next. */
export function EmptyState({ icon = SearchX, ...props }: StateMessageProps) {
  return <StateMessage kind="empty" icon={icon} {...props} />;
}
