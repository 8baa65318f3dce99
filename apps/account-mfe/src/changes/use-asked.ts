import type { BagSelection, ChangeSearch } from '@fareline/contracts';
import { bagSelectionSchema, changeSearchSchema } from '@fareline/contracts/schemas';
import { useLocation, useNavigate } from 'react-router';

/** What was asked for on a page. */
interface Asked {
  bags?: readonly BagSelection[] | undefined;
  search?: ChangeSearch | undefined;
}

/** Keeps what was asked for in the page's entry of the history, where Back from the payment finds it. */
export function useAsked() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { bags, search } = Object(state) as Record<keyof Asked, unknown>;
  const asked: Asked = {
    bags: bagSelectionSchema.array().safeParse(bags).data,
    search: changeSearchSchema.safeParse(search).data,
  };
  return {
    asked,
    keep: (next: Asked) =>
      void navigate(pathname, { replace: true, state: { ...asked, ...next }, preventScrollReset: true }),
  };
}
