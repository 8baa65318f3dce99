import { searchProgressEndEvent, searchProgressEvent, type SearchProgress } from '@fareline/contracts';
import { searchProgressSchema } from '@fareline/contracts/schemas';
import { act } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';

/** The part of the browser's EventSource that the screens use, because the DOM environment has none. */
class FakeEventSource extends EventTarget {
  readonly url: URL;
  isOpen = true;

  constructor(path: string) {
    super();
    this.url = new URL(path, 'http://site.test');
    streams.push(this);
    if (isFailing) queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }

  close() {
    this.isOpen = false;
  }
}

let streams: FakeEventSource[] = [];
let isFailing = false;

beforeEach(() => {
  streams = [];
  isFailing = false;
  vi.stubGlobal('EventSource', FakeEventSource);
});

/** The streams of search progress that the page has opened in this test, in order. */
export const progressStreams = (): readonly FakeEventSource[] => streams;

export const countOpenStreams = (): number => streams.filter(({ isOpen }) => isOpen).length;

/** Lets every stream fail that the page opens from now on. */
export const failProgressStreams = (): void => void (isFailing = true);

function sendEvent(type: string, data: string): void {
  for (const stream of streams)
    if (stream.isOpen) act(() => void stream.dispatchEvent(new MessageEvent(type, { data })));
}

/** Sends what the service sends while a search runs. */
export const sendProgress = (progress: SearchProgress): void =>
  sendEvent(searchProgressEvent, JSON.stringify(searchProgressSchema.parse(progress)));

/** Sends an event that cannot be parsed. */
export const sendBrokenProgress = (): void => sendEvent(searchProgressEvent, '{"offers": [{"id');

export const endProgress = (): void => sendEvent(searchProgressEndEvent, '{}');
