/** What remotes get of the query library: as much as `tools/webpack/provided` tells them. */
export { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
