/** The part of the query library that is shared with remotes, as declared in `tools/webpack/shared-types`. */
export { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
