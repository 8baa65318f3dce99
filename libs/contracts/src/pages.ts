export * from './pages/page-meta.ts';
export * from './pages/search-meta.ts';
export * from './pages/search-query.ts';
export * from './pages/staff-path.ts';
