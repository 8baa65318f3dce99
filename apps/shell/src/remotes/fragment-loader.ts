import type { LoadFragment } from '@fareline/ui-theme';
import type { ComponentType } from 'react';
import type { PageReports } from '../reports/page-reports.ts';
import type { RemoteLoader } from './remote-loader.ts';

interface Options {
  loader: Pick<RemoteLoader, 'loadScreen'>;
  reports: Pick<PageReports, 'addToView' | 'addError'>;
}

/** Loads fragments as screens are, and counts them with the releases that have them: a broken one goes back too. */
export function createFragmentLoader({ loader, reports }: Options): LoadFragment {
  const load = async (name: string): Promise<ComponentType> => {
    const [remote, fragment] = name.split('/') as [string, string];
    reports.addToView(remote);
    try {
      const { Component } = await loader.loadScreen(remote, fragment);
      return Component;
    } catch (error) {
      reports.addError('load', error instanceof Error ? error.cause : error, remote);
      throw error;
    }
  };
  return load as LoadFragment;
}
