/** The part of the query library that is shared with remotes, as `.oxlintrc.json` lets them import it. */
export { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
