import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { createMinuteLimit } from '../limits/memory-window.ts';
import { withTimeout } from '../with-timeout.ts';

interface GaugeOptions {
  name: string;
  help: string;
  /** The one label of a gauge with several values, of a fixed set and never of a client. */
  label?: string;
}

/** The value, or values by a label if the gauge has one. */
type GaugeValue = number | Readonly<Record<string, number>>;

const maxReadMs = 500;

/**
 * Adds a gauge to `/metrics` that is read at each scrape. It has no value, and the others do, when it could not be read within half a
 * second.
 */
export function addGauge(
  { metrics, log }: Pick<FastifyInstance, 'metrics' | 'log'>,
  { name, help, label }: GaugeOptions,
  read: () => GaugeValue | Promise<GaugeValue>,
): void {
  const mayWarn = createMinuteLimit();
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [metrics],
    async collect() {
      const value = await withTimeout(maxReadMs, Promise.resolve().then(read)).catch((error: unknown) => {
        if (mayWarn(name)) log.warn({ err: error, gauge: name }, 'gauge not read');
      });
      gauge.reset();
      if (value === undefined) {
        if (!label) gauge.remove();
      } else if (typeof value === 'number') gauge.set(value);
      else for (const [labelValue, count] of Object.entries(value)) gauge.labels(labelValue).set(count);
    },
  });
}
