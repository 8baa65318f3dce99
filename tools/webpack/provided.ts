/**
 * Of these modules the shell provides no more than the names listed: whole, their servers, static renderers and devtools
 * would travel to every visitor. What no remote uses is not there either. A remote's build refuses any other name; adding one
 * means adding it here and in the shell.
 */
export const providedNames: Readonly<Record<string, readonly string[]>> = {
  'react-router': ['Link', 'Navigate', 'useLocation', 'useNavigate', 'useParams', 'useSearchParams'],
  '@tanstack/react-query': ['queryOptions', 'useMutation', 'useQuery', 'useQueryClient'],
};
