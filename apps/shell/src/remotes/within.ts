/** Rejects when `promise` takes longer than `limitMs`. The work itself cannot be called off. */
export function within<T>(promise: Promise<T>, limitMs: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
