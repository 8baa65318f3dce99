import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { StorybookConfig } from '@storybook/react-vite';
import tailwindcss from '@tailwindcss/postcss';

const root = join(import.meta.dirname, '../../../..');

/** The gallery of all components and their states, in the style sheets of all front ends. (LOOK-03) */
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [join(root, '{libs,apps}/*/src/**/*.stories.tsx')],
  previewAnnotations: (others = []) => [
    ...globSync(join(root, '{apps/*/src/styles,libs/ui-theme/src/gallery/gallery}.css')),
    ...others,
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  viteFinal: (config) => ({
    ...config,
    // Where Storybook's packages are.
    root: import.meta.dirname,
    css: { postcss: { plugins: [tailwindcss({ optimize: false })] } },
  }),
};

export default config;
