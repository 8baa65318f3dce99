import {
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';

const retryMs = 5000;

interface Fallbacks {
  /** In its place until it is there. */
  waiting?: ReactNode;
  /** In its place while it cannot be fetched; it is asked for again every few seconds. */
  failed?: ReactNode;
}

/**
 * React's `lazy` with a boundary of its own, for code that must not take the rest of the page with it when it cannot be
 * fetched: React would keep the failure for ever. `preload` fetches the code ahead of need.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  let retry: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const fetchCode = async () => ({ default: (loaded ??= (await load()).default) });

  // Settles only when the code is there; until then the fallback, which ends with its place in the page, asks again.
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

  function Fallback({ waiting, failed }: Fallbacks) {
    const again = useSyncExternalStore(
      subscribe,
      () => retry,
      () => undefined,
    );
    const [failedBefore] = useState(() => again);
    useEffect(() => {
      if (!again) return;
      const timer = setTimeout(again, again === failedBefore ? 0 : retryMs);
      return () => clearTimeout(timer);
    }, [again, failedBefore]);
    return again ? failed : waiting;
  }

  function LazyWithRetry({ waiting = null, failed = <NotLoaded />, ...rest }: Props & Fallbacks) {
    // What is loaded is drawn at once: React shows the fallback of a lazy component at least once.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return (
      <Suspense fallback={<Fallback waiting={waiting} failed={failed} />}>
        <Component {...(rest as unknown as Props)} />
      </Suspense>
    );
  }
  return Object.assign(LazyWithRetry, {
    /** Fetches the code ahead of need; a failure is told when it is needed. */
    preload: () => void fetchCode().catch(() => undefined),
  });
}

function NotLoaded() {
  return (
    <p className="ui-not-loaded" role="alert">
      This could not be loaded. Please check your connection; we keep trying.
    </p>
  );
}
