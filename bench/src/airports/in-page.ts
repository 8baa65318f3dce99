/// <reference lib="dom" />

export interface LongTask {
  startTime: number;
  duration: number;
}

/** Runs in the page: what kept it busy for more than 50 ms at a time, since it was opened. */
export function collectLongTasks(): Promise<LongTask[]> {
  return new Promise((resolve) => {
    const tasks: LongTask[] = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
    // An observer is told later, what is known already too.
    setTimeout(() => resolve(tasks), 300);
  });
}
