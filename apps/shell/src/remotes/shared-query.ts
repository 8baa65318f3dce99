/** What remotes get of the query library: as much as `tools/webpack/shared-types` tells them. */
export { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
