import { describeGuestJourney } from './testing/guest-journey.ts';

describeGuestJourney({ form: 'element', mode: 'live', host: 'sunhop.localhost' });
