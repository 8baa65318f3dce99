import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface StateMessageProps {
  title: ReactNode;
  text?: ReactNode;
  /** Buttons or links below the text. */
  action?: ReactNode;
  icon?: LucideIcon;
  /** Heading level: 1 where the message is the only content of the page. */
  level?: 1 | 2;
}

/** The common layout of EmptyState and ErrorState. */
export function StateMessage({
  title,
  text,
  action,
  icon: Icon,
  kind,
  level = 2,
}: StateMessageProps & { icon: LucideIcon; kind: 'empty' | 'error' }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="ui-state-message" data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
      <span className="ui-state-message__icon">
        <Icon size={28} />
      </span>
      <Heading className="ui-state-message__title">{title}</Heading>
      {text && <p className="ui-state-message__text">{text}</p>}
      {action && <div className="ui-state-message__action">{action}</div>}
    </div>
  );
}
