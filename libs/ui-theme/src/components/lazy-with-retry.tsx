import { keepsLoading } from '@fareline/contracts/promises';
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { classNames } from './class-names.ts';
import { SlowNote } from './slow-note.tsx';

const retryDelayMs = 5000;

export interface Fallbacks {
  /** Shown while the code is loading. */
  fallback?: ReactNode;
  /** Shown above the fallback, says after a while that the load is slow; `null` for what nobody waits for. (CARE-05) */
  slowFallback?: ReactNode;
  /** Shown after a load failed; the load is retried every few seconds. */
  errorFallback?: ReactNode;
}

/**
 * React's `lazy` with its own Suspense boundary and retries, because React keeps a failed load for ever and would fail the
 * whole page. `preload` loads the code before it is rendered.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  let retry: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const fetchCode = async () => ({ default: (loaded ??= (await load()).default) });

  // Resolves only after a successful load; until then the mounted fallback starts the retries.
  const Lazy = lazy(
    () =>
      new Promise<{ default: ComponentType<Props> }>((resolve) => {
        const attempt = () =>
          void fetchCode().then(resolve, () => {
            retry = () => attempt();
            for (const listener of listeners) listener();
          });
        attempt();
      }),
  );

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  function LoadingOrError({ fallback, slowFallback, errorFallback }: Fallbacks) {
    const pendingRetry = useSyncExternalStore(
      subscribe,
      () => retry,
      () => undefined,
    );
    const [retryAtMount] = useState(() => pendingRetry);
    useEffect(() => {
      if (!pendingRetry) return;
      const timer = setTimeout(pendingRetry, pendingRetry === retryAtMount ? 0 : retryDelayMs);
      return () => clearTimeout(timer);
    }, [pendingRetry, retryAtMount]);
    if (pendingRetry) return errorFallback;
    return (
      <>
        {slowFallback}
        {fallback}
      </>
    );
  }

  function LazyWithRetry({
    fallback = null,
    slowFallback = <SlowNote />,
    errorFallback = <LoadError />,
    ...rest
  }: Props & Fallbacks) {
    // Loaded code is rendered directly, because React shows the fallback of a lazy component at least once.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return (
      <Suspense fallback={<LoadingOrError {...{ fallback, slowFallback, errorFallback }} />}>
        <Component {...(rest as unknown as Props)} />
      </Suspense>
    );
  }
  return Object.assign(LazyWithRetry, {
    /** Loads the code before it is rendered; a failure is shown only when the component is rendered. */
    preload: () => void fetchCode().catch(() => undefined),
  });
}

/** The default `errorFallback`. */
export function LoadError({ className }: { className?: string }) {
  return (
    <p className={classNames('ui-load-error', className)} role="alert">
      This could not be loaded. {keepsLoading}
    </p>
  );
}
