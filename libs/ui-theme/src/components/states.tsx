import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface StateProps {
  title: ReactNode;
  text?: ReactNode;
  /** What to press. */
  action?: ReactNode;
  icon?: LucideIcon;
  /** 1 where the state is all that the page shows. */
  level?: 1 | 2;
}

function State({
  title,
  text,
  action,
  icon: Icon,
  kind,
  level = 2,
}: StateProps & { icon: LucideIcon; kind: 'empty' | 'error' }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="ui-state" data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
      <span className="ui-state__icon">
        <Icon size={28} />
      </span>
      <Heading className="ui-state__title">{title}</Heading>
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
