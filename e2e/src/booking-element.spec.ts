import { describeGuestJourney } from './testing/guest-journey.ts';

describeGuestJourney({ form: 'element', mode: 'test', host: 'sunhop.localhost' });
describeGuestJourney({ form: 'element', mode: 'live', host: 'localhost' });
