import { getSystemMode } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useQuery } from '@tanstack/react-query';

/** Whether real cards are charged; false until the mode is known. (PAY-08, MODE-02) */
export function useIsLive(): boolean {
  const { data } = useQuery({
    queryKey: [getSystemMode.path],
    queryFn: ({ signal }) => call(getSystemMode, { signal }),
    retry: false,
  });
  return data?.isLiveMode ?? false;
}
