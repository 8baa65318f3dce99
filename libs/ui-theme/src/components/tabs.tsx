import { createContext, use, useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';

interface TabsState {
  value: string;
  choose: (value: string) => void;
  idOf: (part: 'tab' | 'panel', value: string) => string;
}

const TabsContext = createContext<TabsState>({ value: '', choose: () => undefined, idOf: String });

export interface TabsProps extends Omit<ComponentProps<'div'>, 'defaultValue'> {
  /** The chosen tab, where somebody else keeps it. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

/**
 * Tabs by the pattern of WAI-ARIA APG, chosen as soon as they have the focus. Our own, because they stand on the first
 * screen: a library's weigh as much there as the whole search form.
 */
export function Tabs({ value, defaultValue = '', onValueChange, ...props }: TabsProps) {
  const [own, setOwn] = useState(defaultValue);
  const base = useId();
  const state: TabsState = {
    value: value ?? own,
    choose: (next) => {
      setOwn(next);
      onValueChange?.(next);
    },
    idOf: (part, name) => `${base}-${part}-${name}`,
  };
  return (
    <TabsContext value={state}>
      <div {...props} />
    </TabsContext>
  );
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')];
  const index = tabs.indexOf(event.target as HTMLElement);
  if (index < 0) return;
  event.preventDefault();
  tabs[step(index, tabs.length)]?.focus();
}

/** `look="pill"` is for choosing between modes, `line` (the default) for leafing through a page. */
export function TabsList({
  className,
  look = 'line',
  ...props
}: ComponentProps<'div'> & { look?: 'line' | 'pill' }) {
  return (
    <div
      role="tablist"
      className={classNames('ui-tabs__list', className)}
      data-look={look}
      onKeyDown={moveFocus}
      {...props}
    />
  );
}

export function TabsTrigger({ className, value, ...props }: ComponentProps<'button'> & { value: string }) {
  const tabs = use(TabsContext);
  const isChosen = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={tabs.idOf('tab', value)}
      aria-selected={isChosen}
      aria-controls={isChosen ? tabs.idOf('panel', value) : undefined}
      tabIndex={isChosen ? 0 : -1}
      className={classNames('ui-tabs__trigger', className)}
      data-state={isChosen ? 'active' : 'inactive'}
      onClick={() => tabs.choose(value)}
      onFocus={() => !isChosen && tabs.choose(value)}
      {...props}
    />
  );
}

export function TabsContent({ className, value, ...props }: ComponentProps<'div'> & { value: string }) {
  const tabs = use(TabsContext);
  if (tabs.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={tabs.idOf('panel', value)}
      aria-labelledby={tabs.idOf('tab', value)}
      tabIndex={0}
      className={classNames('ui-tabs__content', className)}
      {...props}
    />
  );
}
