import * as first from './20261126_0017_first.ts';
import * as tickets from './20261127_0018_tickets.ts';
import * as airlineChanges from './20261127_0019_airline_changes.ts';
import * as tripCodes from './20261127_0020_trip_codes.ts';
import * as airlineCredits from './20261127_0021_airline_credits.ts';
import * as casePlans from './20261127_0022_case_plans.ts';
import * as bookingChanges from './20261127_0023_booking_changes.ts';
import * as offeredChanges from './20261127_0024_offered_changes.ts';
import * as changeCalls from './20261127_0025_change_calls.ts';
import * as flightsVersion from './20261128_0026_flights_version.ts';
import * as travelDocuments from './20261128_0027_travel_documents.ts';
import * as mailBounces from './20261128_0028_mail_bounces.ts';
import * as checkInReminders from './20261128_0029_check_in_reminders.ts';

export const migrations = {
  '20261126_0017_first': first,
  '20261127_0018_tickets': tickets,
  '20261127_0019_airline_changes': airlineChanges,
  '20261127_0020_trip_codes': tripCodes,
  '20261127_0021_airline_credits': airlineCredits,
  '20261127_0022_case_plans': casePlans,
  '20261127_0023_booking_changes': bookingChanges,
  '20261127_0024_offered_changes': offeredChanges,
  '20261127_0025_change_calls': changeCalls,
  '20261128_0026_flights_version': flightsVersion,
  '20261128_0027_travel_documents': travelDocuments,
  '20261128_0028_mail_bounces': mailBounces,
  '20261128_0029_check_in_reminders': checkInReminders,
};
