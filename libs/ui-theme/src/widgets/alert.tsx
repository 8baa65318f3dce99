import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@fareline/ui-theme';

const icons: Record<'info' | 'success' | 'warning' | 'destructive', LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  destructive: CircleAlert,
};

export interface AlertProps extends Omit<ComponentProps<'div'>, 'title'> {
  variant?: keyof typeof icons;
  title?: ReactNode;
  /** Buttons below the text. */
  action?: ReactNode;
}

/** A message in the page. Screen readers announce `destructive` immediately (assertive), the others politely. */
export function Alert({ variant = 'info', title, action, className, children, ...props }: AlertProps) {
  const Icon = icons[variant];
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={classNames('ui-alert', className)}
      data-variant={variant}
      {...props}
    >
      <Icon className="ui-alert__icon" size={20} />
      <div className="ui-alert__body">
        {title && <p className="ui-alert__title">{title}</p>}
        {children && <div className="ui-alert__text">{children}</div>}
        {action && <div className="ui-alert__action">{action}</div>}
      </div>
    </div>
  );
}
