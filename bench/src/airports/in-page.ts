/// <reference lib="dom" />

export interface LongTask {
  startTime: number;
  duration: number;
}

/** Runs in the page: collects all tasks over 50 ms since the page was opened. */
export function collectLongTasks(): Promise<LongTask[]> {
  return new Promise((resolve) => {
    const tasks: LongTask[] = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
    // Observers are called asynchronously, also for buffered entries.
    setTimeout(() => resolve(tasks), 300);
  });
}
