/** Fields of the provider's answers that screens show. Recorded answers have nulls and lack fields, so nearly all may be missing. */
type Maybe<T> = T | null | undefined;

interface WirePlace {
  iata_code?: Maybe<string>;
  name?: Maybe<string>;
  city_name?: Maybe<string>;
  city?: Maybe<{ name: string }>;
}

interface WireCarrier {
  iata_code?: Maybe<string>;
  name?: Maybe<string>;
  logo_symbol_url?: Maybe<string>;
}

interface WireCabin {
  amenities?: Maybe<{
    wifi?: Maybe<{ available?: Maybe<boolean | string>; cost?: Maybe<string> }>;
    power?: Maybe<{ available?: Maybe<boolean | string> }>;
    seat?: Maybe<{ pitch?: Maybe<string>; legroom?: Maybe<string>; type?: Maybe<string> }>;
  }>;
}

export interface WireSegment {
  id: string;
  origin?: Maybe<WirePlace>;
  destination?: Maybe<WirePlace>;
  departing_at: string;
  arriving_at: string;
  duration?: Maybe<string>;
  aircraft?: Maybe<{ name: string }>;
  marketing_carrier?: Maybe<WireCarrier>;
  marketing_carrier_flight_number?: Maybe<string>;
  operating_carrier?: Maybe<WireCarrier>;
  passengers?: Maybe<
    {
      passenger_id: string;
      cabin_class?: Maybe<string>;
      cabin_class_marketing_name?: Maybe<string>;
      cabin?: Maybe<WireCabin>;
      baggages?: Maybe<{ type: string; quantity: number }[]>;
    }[]
  >;
}

export interface WireService {
  id: string;
  type: string;
  total_amount: string;
  total_currency: string;
  segment_ids: string[];
  passenger_ids: string[];
  metadata?: Maybe<Record<string, unknown>>;
}

interface WireCondition {
  allowed: boolean;
  penalty_amount?: Maybe<string>;
  penalty_currency?: Maybe<string>;
}

export interface WireOffer {
  id: string;
  total_amount: string;
  total_currency: string;
  tax_amount?: Maybe<string>;
  tax_currency?: Maybe<string>;
  owner?: Maybe<WireCarrier>;
  total_emissions_kg?: Maybe<string>;
  expires_at: string;
  passengers: { id: string; type?: Maybe<string>; age?: Maybe<number> }[];
  slices: {
    id: string;
    duration?: Maybe<string>;
    fare_brand_name?: Maybe<string>;
    segments: WireSegment[];
  }[];
  conditions?: Maybe<{
    refund_before_departure?: Maybe<WireCondition>;
    change_before_departure?: Maybe<WireCondition>;
  }>;
  available_services?: Maybe<WireService[]>;
}

export interface WireSeatMap {
  id: string;
  segment_id: string;
  slice_id: string;
  cabins: {
    cabin_class: string;
    rows: {
      sections: {
        elements: {
          type: string;
          designator?: Maybe<string>;
          available_services?: Maybe<
            { id: string; passenger_id: string; total_amount: string; total_currency: string }[]
          >;
        }[];
      }[];
    }[];
  }[];
}
