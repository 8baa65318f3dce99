import { expect, it } from 'vitest';
import { createPrometheusConfig } from './observe.ts';

it('Prometheus reads every replica by the job that the alerts name, with the token if there is one', () => {
  const urls = ['http://127.0.0.1:20001', 'http://127.0.0.1:20002'];
  const { scrape_configs } = createPrometheusConfig(
    { flights: urls, edge: ['http://localhost:3000'] },
    'secret',
  );
  expect(scrape_configs).toEqual([
    {
      job_name: 'flights',
      authorization: { credentials: 'secret' },
      static_configs: [{ targets: ['127.0.0.1:20001', '127.0.0.1:20002'] }],
    },
    {
      job_name: 'edge',
      authorization: { credentials: 'secret' },
      static_configs: [{ targets: ['localhost:3000'] }],
    },
  ]);
  expect(createPrometheusConfig({ edge: urls }, undefined).scrape_configs[0]).not.toHaveProperty(
    'authorization',
  );
});
