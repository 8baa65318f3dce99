/** As `react-router.d.ts`, of `@tanstack/react-query`. */
export {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '../../../node_modules/@tanstack/react-query/build/modern/index.js';
