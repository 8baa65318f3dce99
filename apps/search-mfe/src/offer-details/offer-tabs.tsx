import type { OfferDetails } from '@fareline/contracts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import { useState } from 'react';
import { FareRules } from './fare-rules.tsx';
import { SeatMapsNote } from './seat-maps-note.tsx';
import { Timeline } from './timeline.tsx';

/** The tabs Flight Details, Fare Rules and Seat Maps. (OFFER-13) */
export function OfferTabs({ offer }: { offer: OfferDetails }) {
  const [tab, setTab] = useState('details');
  return (
    <section aria-label="Details of the offer">
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="gap-2 min-[22.5rem]:gap-5" aria-label="Details of the offer">
          <TabsTrigger value="details">Flight Details</TabsTrigger>
          <TabsTrigger value="rules">Fare Rules</TabsTrigger>
          <TabsTrigger value="seats">Seat Maps</TabsTrigger>
        </TabsList>
        <TabsContent value="details" className="py-4">
          <Timeline offer={offer} />
        </TabsContent>
        <TabsContent value="rules" className="py-4">
          <FareRules offer={offer} />
        </TabsContent>
        <TabsContent value="seats" className="py-4">
          <SeatMapsNote offerId={offer.id} />
        </TabsContent>
      </Tabs>
    </section>
  );
}
