import { defaultBrand } from '@fareline/contracts/schemas';
import { BrandProvider } from '@fareline/ui-theme';
import type { Preview } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';

export default {
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { id }) => (
      <QueryClientProvider client={new QueryClient()}>
        <BrandProvider brand={defaultBrand}>
          <MemoryRouter>
            <main className="gallery" data-story={id}>
              <Story />
            </main>
          </MemoryRouter>
        </BrandProvider>
      </QueryClientProvider>
    ),
  ],
} satisfies Preview;
