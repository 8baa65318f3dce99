/** The same for `@tanstack/react-query` as `react-router.d.ts` for the router. */
export {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '../../../node_modules/@tanstack/react-query/build/modern/index.js';
