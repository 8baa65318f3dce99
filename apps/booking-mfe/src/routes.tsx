import './booking.css';
import type { RouteObject } from 'react-router';

const routes: RouteObject[] = [
  { path: '/booking', lazy: () => import(/* webpackChunkName: "booking" */ './flow/booking-screen.tsx') },
];

export default routes;
