import { createContext, use, useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';

interface TabsState {
  value: string;
  select: (value: string) => void;
  getId: (part: 'tab' | 'panel', value: string) => string;
}

const TabsContext = createContext<TabsState>({ value: '', select: () => undefined, getId: String });

export interface TabsProps extends Omit<ComponentProps<'div'>, 'defaultValue'> {
  /** The selected tab, when it is controlled by the caller. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

/**
 * Tabs after the WAI-ARIA APG pattern, selected on focus. Written here because they are on the first screen, where a
 * library's tabs would be as large as the whole search form.
 */
export function Tabs({ value, defaultValue = '', onValueChange, ...props }: TabsProps) {
  const [selected, setSelected] = useState(defaultValue);
  const base = useId();
  const state: TabsState = {
    value: value ?? selected,
    select: (next) => {
      setSelected(next);
      onValueChange?.(next);
    },
    getId: (part, name) => `${base}-${part}-${name}`,
  };
  return (
    <TabsContext value={state}>
      <div {...props} />
    </TabsContext>
  );
}

const nextIndexByKey: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const getNextIndex = nextIndexByKey[event.key];
  if (!getNextIndex || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const list = event.currentTarget.closest('[role="tablist"]');
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)') ?? [])];
  const index = tabs.indexOf(event.currentTarget);
  if (index < 0) return;
  event.preventDefault();
  tabs[getNextIndex(index, tabs.length)]?.focus();
}

/** `variant="pill"` is for choosing between modes, `line` (the default) for the parts of a page. */
export function TabsList({
  className,
  variant = 'line',
  ...props
}: ComponentProps<'div'> & { variant?: 'line' | 'pill' }) {
  return (
    <div
      role="tablist"
      className={classNames('ui-tabs__list', className)}
      data-variant={variant}
      {...props}
    />
  );
}

export function TabsTrigger({ className, value, ...props }: ComponentProps<'button'> & { value: string }) {
  const tabs = use(TabsContext);
  const isSelected = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={tabs.getId('tab', value)}
      aria-selected={isSelected}
      aria-controls={isSelected ? tabs.getId('panel', value) : undefined}
      tabIndex={isSelected ? 0 : -1}
      className={classNames('ui-tabs__trigger', className)}
      data-state={isSelected ? 'active' : 'inactive'}
      onClick={() => tabs.select(value)}
      onFocus={() => !isSelected && tabs.select(value)}
      onKeyDown={moveFocus}
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
      id={tabs.getId('panel', value)}
      aria-labelledby={tabs.getId('tab', value)}
      tabIndex={0}
      className={classNames('ui-tabs__content', className)}
      {...props}
    />
  );
}
