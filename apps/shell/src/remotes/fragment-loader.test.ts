import { expect, it, vi } from 'vitest';
import { createFragmentLoader } from './fragment-loader.ts';
import { RemoteError, type RemoteLoader } from './remote-loader.ts';

function setUp(loadScreen: RemoteLoader['loadScreen']) {
  const reports = { addToView: vi.fn(), addError: vi.fn() };
  return { reports, load: createFragmentLoader({ loader: { loadScreen }, reports }) };
}

it('reports a fragment that fails with the front end that has it', async () => {
  const failure = new Error('chunk 404');
  const { reports, load } = setUp((remote) => Promise.reject(new RemoteError(remote, failure)));
  await expect(load('account/next-trip')).rejects.toThrow(RemoteError);
  expect(reports.addToView.mock.calls).toEqual([['account']]);
  expect(reports.addError.mock.calls).toEqual([['load', failure, 'account']]);
});

it('loads a fragment as a screen of its front end, which is part of the view', async () => {
  const Fare = () => null;
  const loadScreen = vi.fn(async () => ({ Component: Fare }));
  const { reports, load } = setUp(loadScreen);
  expect(await load('search/fare')).toBe(Fare);
  expect(loadScreen.mock.calls).toEqual([['search', 'fare']]);
  expect(reports.addToView.mock.calls).toEqual([['search']]);
  expect(reports.addError).not.toHaveBeenCalled();
});
