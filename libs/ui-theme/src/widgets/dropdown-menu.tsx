import { classNames, PortalScope } from '@fareline/ui-theme';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { DropdownMenu as RadixMenu } from 'radix-ui';
import type { ComponentProps } from 'react';

// Radix's defaults meet the requirement: type-ahead resets after 1 s, a submenu opens after 100 ms and stays open for 300 ms while the pointer moves towards it. (THEME-06)
export const DropdownMenu = RadixMenu.Root;
export const DropdownMenuTrigger = RadixMenu.Trigger;
export const DropdownMenuSub = RadixMenu.Sub;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <PortalScope>
        <RadixMenu.Content
          className={classNames('ui-menu', className)}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          {...props}
        />
      </PortalScope>
    </RadixMenu.Portal>
  );
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof RadixMenu.Item>) {
  return <RadixMenu.Item className={classNames('ui-menu__item', className)} {...props} />;
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return <RadixMenu.Label className={classNames('ui-menu__label', className)} {...props} />;
}

export function DropdownMenuSeparator() {
  return <RadixMenu.Separator className="ui-menu__separator" />;
}

export function DropdownMenuSubTrigger({ children, ...props }: ComponentProps<typeof RadixMenu.SubTrigger>) {
  return (
    <RadixMenu.SubTrigger className="ui-menu__item" {...props}>
      {children}
      <ChevronRight className="ui-menu__submenu-icon" size={16} />
    </RadixMenu.SubTrigger>
  );
}

export function DropdownMenuSubContent(props: ComponentProps<typeof RadixMenu.SubContent>) {
  return (
    <RadixMenu.Portal>
      <PortalScope>
        <RadixMenu.SubContent className="ui-menu" {...props} />
      </PortalScope>
    </RadixMenu.Portal>
  );
}
