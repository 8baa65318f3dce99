/**
 * Of these modules the shell provides no more than the names listed: whole, their servers, static renderers and devtools
 * would travel to every visitor. A remote's build refuses any other name; adding one means adding it here and in the shell.
 */
export const providedNames: Readonly<Record<string, readonly string[]>> = {
  'react-router': [
    'Link',
    'NavLink',
    'Navigate',
    'Outlet',
    'createSearchParams',
    'generatePath',
    'isRouteErrorResponse',
    'matchPath',
    'useBlocker',
    'useLocation',
    'useMatch',
    'useNavigate',
    'useNavigation',
    'useParams',
    'useRouteError',
    'useSearchParams',
  ],
  '@tanstack/react-query': [
    'QueryClient',
    'QueryClientProvider',
    'keepPreviousData',
    'mutationOptions',
    'queryOptions',
    'skipToken',
    'useInfiniteQuery',
    'useIsFetching',
    'useIsMutating',
    'useMutation',
    'useQueries',
    'useQuery',
    'useQueryClient',
  ],
};
