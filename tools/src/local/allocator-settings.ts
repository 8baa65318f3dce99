/**
 * Settings of glibc's allocator for the services, the same as in `deploy/service.Containerfile`: few arenas, and large buffers that
 * are returned to the system when they are freed. (docs/decisions/runtime.md)
 */
export const allocatorSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
