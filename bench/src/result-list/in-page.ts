/// <reference lib="dom" />
// These functions run in the page and cannot use anything outside of themselves.

declare global {
  interface Window {
    eventDurations: number[];
  }
}

/** Changes the order, then sets, applies and clears a filter; returns the milliseconds from each event to the next paint. */
export async function changeList(orders: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const nextPaint = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => done());
        port1.start();
        port2.postMessage(undefined);
      });
    });
  const measure = async (act: () => void, isDone: () => boolean) => {
    // Starts at the beginning of a frame, so that the wait for the next one is the same for all.
    await nextPaint();
    const started = performance.now();
    act();
    do await nextPaint();
    while (!isDone());
    times.push(performance.now() - started);
  };
  const filters = '[aria-label="Filters"]';
  const find = (selector: string, text: string) =>
    [...document.querySelectorAll<HTMLElement>(`${filters} ${selector}`)].find((each) =>
      each.textContent.includes(text),
    );
  const click = (selector: string, text: string) => {
    const element = find(selector, text);
    if (!element) throw new Error(`no ${text}`);
    element.click();
  };
  const countChosen = () =>
    document.querySelectorAll(`${filters} [role="checkbox"][aria-checked="true"]`).length;
  const getSelect = () => {
    const select = document.querySelector<HTMLSelectElement>('select:has(option[value="price-asc"])');
    if (!select) throw new Error('no order');
    return select;
  };
  const isFiltered = () => find('button', 'Clear all') !== undefined;
  for (const order of orders) {
    await measure(
      () => {
        const select = getSelect();
        select.value = order;
        // React sets the old value again until the new order is rendered.
        select.dispatchEvent(new Event('change', { bubbles: true }));
      },
      () => getSelect().value === order,
    );
    await measure(
      () => click('label', 'Refundable tickets'),
      () => countChosen() === 1,
    );
    await measure(() => click('button', 'Apply Filters'), isFiltered);
    await measure(
      () => click('button', 'Clear all'),
      () => !isFiltered(),
    );
  }
  return times;
}

/** Records the duration of every interaction from now on. */
export function observeEvents(): void {
  window.eventDurations = [];
  const init = { type: 'event', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) window.eventDurations.push(entry.duration);
  }).observe(init as PerformanceObserverInit);
}

export const readEvents = (): number[] => window.eventDurations;
