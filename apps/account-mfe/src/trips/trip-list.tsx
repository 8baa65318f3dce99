import type { BookingListItem } from '@fareline/contracts';
import { Button, EmptyState, Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import Ticket from 'lucide-react/icons/ticket';
import { useState } from 'react';
import { Link } from 'react-router';
import { CancelDialog } from './cancel-dialog.tsx';
import { TripCard } from './trip-card.tsx';
import { TripDialog } from './trip-dialog.tsx';
import { tripsOf, tripTabs } from './trip-labels.ts';

/** Three tabs of cards, and the two dialogs that a card opens. (TRIPS-05, TRIPS-06) */
export function TripList({ bookings }: { bookings: readonly BookingListItem[] }) {
  const [shown, setShown] = useState<string>();
  const [cancelling, setCancelling] = useState<string>();
  const cancel = (id: string) => {
    setShown(undefined);
    setCancelling(id);
  };
  return (
    <>
      <Tabs defaultValue="upcoming">
        <TabsList aria-label="Trips">
          {tripTabs.map((tab) => (
            <TabsTrigger key={tab.id} value={tab.id}>
              {tab.label} ({tripsOf(tab, bookings).length})
            </TabsTrigger>
          ))}
        </TabsList>
        {tripTabs.map((tab) => {
          const trips = tripsOf(tab, bookings);
          const isUpcoming = tab.id === 'upcoming';
          return (
            <TabsContent key={tab.id} value={tab.id} className="grid gap-4 pt-5">
              {trips.length === 0 && <NoTrips title={tab.empty} isUpcoming={isUpcoming} />}
              {trips.map((trip) => (
                <TripCard
                  key={trip.id}
                  trip={trip}
                  onDetails={() => setShown(trip.id)}
                  onCancel={isUpcoming ? () => cancel(trip.id) : undefined}
                />
              ))}
            </TabsContent>
          );
        })}
      </Tabs>
      {shown && <TripDialog id={shown} onClose={() => setShown(undefined)} onCancel={() => cancel(shown)} />}
      {cancelling && <CancelDialog id={cancelling} onClose={() => setCancelling(undefined)} />}
    </>
  );
}

function NoTrips({ title, isUpcoming }: { title: string; isUpcoming: boolean }) {
  const book = (
    <Button asChild>
      <Link to="/">Book a Flight</Link>
    </Button>
  );
  return <EmptyState icon={Ticket} title={title} {...(isUpcoming ? { action: book } : {})} />;
}
