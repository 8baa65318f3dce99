/// <reference lib="dom" />
import type { FrameEvent, FrameRequest, Result, Start } from './messages.ts';

/** How long a frame that was loaded may take to be ready; one that is blocked loads an error page. */
const READY_MS = 10_000;

const stripeOrigin = new URL((document.currentScript as HTMLScriptElement).src).origin;

const notLoaded: Result = {
  error: { type: 'api_connection_error', message: 'The payment form could not be loaded.' },
};

export type Frame = ReturnType<typeof openFrame>;

/**
 * Adds a document of Stripe's origin to the page. They talk through a channel, whose other end is given to that origin only, so that
 * no other script of the page or the frame hears them.
 */
export function openFrame(options: {
  path: string;
  title: string;
  parent: Element;
  style: Partial<CSSStyleDeclaration>;
  start: Start;
  onEvent?: (event: FrameEvent) => void;
}) {
  const { parent, start, onEvent } = options;
  const frame = document.createElement('iframe');
  const { port1: port, port2 } = new MessageChannel();
  const { promise: failed, resolve: fail } = Promise.withResolvers<Result>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  port.addEventListener('message', ({ data }: MessageEvent<FrameEvent>) => {
    if (data.kind === 'ready') clearTimeout(timer);
    onEvent?.(data);
  });
  port.start();
  frame.src = `${stripeOrigin}/frames/${options.path}#${location.origin}`;
  frame.title = options.title;
  Object.assign(frame.style, { border: '0', width: '100%', ...options.style });
  frame.addEventListener(
    'load',
    () => {
      frame.contentWindow?.postMessage(start, { targetOrigin: stripeOrigin, transfer: [port2] });
      timer = setTimeout(() => {
        fail(notLoaded);
        onEvent?.({ kind: 'loaderror', details: notLoaded });
      }, READY_MS);
    },
    { once: true },
  );
  parent.append(frame);
  return {
    element: frame,
    /** The frame's answer, or an error when it cannot be loaded or is removed. */
    ask: (request: FrameRequest): Promise<Result> => {
      const { port1, port2: answer } = new MessageChannel();
      port.postMessage(request, [answer]);
      const answered = new Promise<Result>((resolve) => {
        port1.addEventListener('message', ({ data }: MessageEvent<Result>) => resolve(data), { once: true });
        port1.start();
      });
      return Promise.race([answered, failed]);
    },
    remove: () => {
      clearTimeout(timer);
      fail(notLoaded);
      port.close();
      frame.remove();
    },
  };
}
