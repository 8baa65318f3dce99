import { Tabs as RadixTabs } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export const Tabs = RadixTabs.Root;

/** `look="pill"` is for choosing between modes, `line` (the default) for leafing through a page. */
export function TabsList({
  className,
  look = 'line',
  ...props
}: ComponentProps<typeof RadixTabs.List> & { look?: 'line' | 'pill' }) {
  return <RadixTabs.List className={classNames('ui-tabs__list', className)} data-look={look} {...props} />;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return <RadixTabs.Trigger className={classNames('ui-tabs__trigger', className)} {...props} />;
}

export function TabsContent({ className, ...props }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content className={classNames('ui-tabs__content', className)} {...props} />;
}
