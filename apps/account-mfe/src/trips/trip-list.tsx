import type { BookingListItem } from '@fareline/contracts';
import { Button, EmptyState, Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import Ticket from 'lucide-react/icons/ticket';
import { useState } from 'react';
import { Link } from 'react-router';
import { CancelDialog } from './cancel-dialog.tsx';
import { TripCard } from './trip-card.tsx';
import { TripDialog } from './trip-dialog.tsx';
import { filterBookings, tripTabs } from './trip-labels.ts';

/** Tabs with the trips, and the dialogs for details and cancellation. (TRIPS-05, TRIPS-06) */
export function TripList({ bookings }: { bookings: readonly BookingListItem[] }) {
  const [openId, setOpenId] = useState<string>();
  const [cancellingId, setCancellingId] = useState<string>();
  const cancelling = bookings.find(({ id }) => id === cancellingId);
  const cancel = (id: string) => {
    setOpenId(undefined);
    setCancellingId(id);
  };
  return (
    <>
      <Tabs defaultValue="upcoming">
        <TabsList aria-label="Trips">
          {tripTabs.map((tab) => (
            <TabsTrigger key={tab.id} value={tab.id}>
              {tab.label} ({filterBookings(tab, bookings).length})
            </TabsTrigger>
          ))}
        </TabsList>
        {tripTabs.map((tab) => {
          const tabBookings = filterBookings(tab, bookings);
          const isUpcoming = tab.id === 'upcoming';
          return (
            <TabsContent key={tab.id} value={tab.id} className="grid grid-cols-1 gap-4 pt-5">
              {tabBookings.length === 0 && <NoTrips title={tab.empty} isUpcoming={isUpcoming} />}
              {tabBookings.map((booking) => (
                <TripCard
                  key={booking.id}
                  booking={booking}
                  onDetails={() => setOpenId(booking.id)}
                  onCancel={isUpcoming ? () => cancel(booking.id) : undefined}
                />
              ))}
            </TabsContent>
          );
        })}
      </Tabs>
      {openId && (
        <TripDialog id={openId} onClose={() => setOpenId(undefined)} onCancel={() => cancel(openId)} />
      )}
      {cancelling && <CancelDialog booking={cancelling} onClose={() => setCancellingId(undefined)} />}
    </>
  );
}

function NoTrips({ title, isUpcoming }: { title: string; isUpcoming: boolean }) {
  const bookButton = (
    <Button asChild>
      <Link to="/">Book a Flight</Link>
    </Button>
  );
  return <EmptyState icon={Ticket} title={title} {...(isUpcoming ? { action: bookButton } : {})} />;
}
