import type { RemoteRoute } from '@fareline/contracts';

const routes: readonly RemoteRoute[] = [
  { path: '/booking', screen: 'booking', file: 'flow/booking-screen.tsx' },
];

export default routes;
