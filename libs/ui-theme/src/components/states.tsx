import { CircleAlert, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface StateProps {
  title: ReactNode;
  text?: ReactNode;
  /** What to press. */
  action?: ReactNode;
  icon?: LucideIcon;
}

function State({
  title,
  text,
  action,
  icon: Icon,
  kind,
}: StateProps & { icon: LucideIcon; kind: 'empty' | 'error' }) {
  return (
    <div className="ui-state" data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
      <span className="ui-state__icon">
        <Icon aria-hidden size={28} strokeWidth={1.5} />
      </span>
      <h2 className="ui-state__title">{title}</h2>
      {text && <p className="ui-state__text">{text}</p>}
      {action && <div className="ui-state__action">{action}</div>}
    </div>
  );
}

/** Nothing is here: why, and what to do. */
export function EmptyState({ icon = SearchX, ...props }: StateProps) {
  return <State kind="empty" icon={icon} {...props} />;
}

/** Something failed: what, and what to do. */
export function ErrorState({ icon = CircleAlert, ...props }: StateProps) {
  return <State kind="error" icon={icon} {...props} />;
}

/** Words that something is under way, with a quiet moving line instead of a spinner. */
export function Busy({ children }: { children: ReactNode }) {
  return (
    <p className="ui-busy" role="status">
      {children}
    </p>
  );
}
