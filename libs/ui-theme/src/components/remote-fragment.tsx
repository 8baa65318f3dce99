import type { FragmentProps } from '@fareline/contracts';
import { createContext, useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { RenderBoundary } from './render-boundary.tsx';

/** A page does not change any more when a fragment comes later than this. */
const budgetMs = 3000;

export type FragmentName = keyof FragmentProps;

/** Loads a fragment of a front end. */
export type LoadFragment = <Name extends FragmentName>(
  name: Name,
) => Promise<ComponentType<FragmentProps[Name]>>;

const FragmentContext = createContext<LoadFragment | undefined>(undefined);

/** The shell's way to load fragments. */
export const FragmentProvider = FragmentContext.Provider;

interface RemoteFragmentProps<Name extends FragmentName> {
  name: Name;
  props: FragmentProps[Name];
  /** Shown instead of one that is missing, broken or slow. */
  fallback?: ReactNode;
  /** Shown until the fragment has come. */
  placeholder?: ReactNode;
}

/** A part of a page that another front end draws. */
export function RemoteFragment<Name extends FragmentName>({
  name,
  props,
  fallback = null,
  placeholder = fallback,
}: RemoteFragmentProps<Name>) {
  const load = useContext(FragmentContext);
  const [outcome, setOutcome] = useState<{ Component?: ComponentType<FragmentProps[Name]> }>();
  useEffect(() => {
    const settle = (Component?: ComponentType<FragmentProps[Name]>) =>
      setOutcome((first) => first ?? { ...(Component && { Component }) });
    const timer = setTimeout(settle, budgetMs);
    load?.(name).then(settle, () => settle());
    return () => clearTimeout(timer);
  }, [load, name]);
  if (!outcome) return placeholder;
  const { Component } = outcome;
  if (!Component) return fallback;
  return (
    <RenderBoundary fallback={fallback}>
      <Component {...props} />
    </RenderBoundary>
  );
}
