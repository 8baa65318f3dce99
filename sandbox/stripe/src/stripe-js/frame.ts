/// <reference lib="dom" />
import type { FrameEvent, FrameRequest, Result, Start } from './messages.ts';

/** Waits for the page that this frame is in, which its address names, and answers what that page asks. */
export async function connect(): Promise<{
  start: Start;
  send: (event: FrameEvent) => void;
  answer: (respond: (request: FrameRequest) => object | Promise<object>) => void;
}> {
  const { start, port } = await new Promise<{ start: Start; port: MessagePort }>((resolve) => {
    addEventListener('message', ({ source, origin, data, ports: [port] }: MessageEvent<Start>) => {
      if (port && source === parent && origin === location.hash.slice(1)) resolve({ start: data, port });
    });
  });
  return {
    start,
    send: (event) => port.postMessage(event),
    answer: (respond) => {
      port.addEventListener('message', ({ data, ports }: MessageEvent<FrameRequest>) => {
        void Promise.resolve(respond(data)).then((response) => ports[0]?.postMessage(response));
      });
      port.start();
    },
  };
}

/** Calls the API with the publishable key. A call that fails is an error in Stripe's format too. */
export async function callApi(
  { publishableKey }: Start,
  path: string,
  body?: URLSearchParams,
): Promise<Result> {
  const headers = { authorization: `Bearer ${publishableKey}` };
  try {
    const response = await fetch(`/v1/${path}`, { headers, ...(body && { method: 'POST', body }) });
    return (await response.json()) as Result;
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}
