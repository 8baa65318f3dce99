import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

const retryMs = 5000;

interface Waiting {
  /** In its place until it is there. */
  waiting?: ReactNode;
  /** In its place while it cannot be fetched; it is asked for again every few seconds. */
  failed?: ReactNode;
}

/**
 * A component whose code comes when it is first drawn, or at `prepare()`. Unlike React's `lazy` a failure stays in its own
 * place, is told there, and is no reason to draw the rest of the page anew. Loaded once, it is drawn at once.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined;
  const prepare = async (): Promise<void> => {
    Loaded ??= (await load()).default;
  };

  function Later({ waiting = null, failed = <NotLoaded />, ...props }: Props & Waiting) {
    const [, setLoaded] = useState(false);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded) return;
      let isGone = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = () =>
        void prepare().then(
          () => !isGone && setLoaded(true),
          () => {
            if (isGone) return;
            setFailed(true);
            timer = setTimeout(attempt, retryMs);
          },
        );
      attempt();
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, []);
    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    return hasFailed ? failed : waiting;
  }
  return Object.assign(Later, {
    /** Fetches the code ahead of need; a failure is told when it is needed. */
    prepare: () => void prepare().catch(() => undefined),
  });
}

function NotLoaded() {
  return (
    <p className="ui-not-loaded" role="alert">
      This could not be loaded. Please check your connection; we keep trying.
    </p>
  );
}
