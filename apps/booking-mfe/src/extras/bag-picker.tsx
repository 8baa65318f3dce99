import {
  formatBag,
  formatBagRoute,
  type BagSelection,
  type BagService,
  type Slice,
} from '@fareline/contracts';
import { Card, formatPrice } from '@fareline/ui-theme';
import { Counter } from '@fareline/ui-theme/widgets';
import { setBagQuantity } from './chosen-extras.ts';

interface BagPickerProps {
  bags: readonly BagService[];
  slices: readonly Slice[];
  travellers: readonly { id: string; name: string }[];
  chosen: readonly BagSelection[];
  onChange: (chosen: BagSelection[]) => void;
}

/** The bags by way and traveller, each with weight, price and limit. (EXTRA-01) */
export function BagPicker({ bags, slices, travellers, chosen, onChange }: BagPickerProps) {
  const getNames = ({ passenger_ids }: BagService) =>
    travellers.flatMap(({ id, name }) => (passenger_ids.includes(id) ? [name] : [])).join(' and ');
  return (
    <div className="grid gap-4">
      {groupBags(bags, ({ segment_ids }) => formatBagRoute(slices, segment_ids)).map(
        ([route, bagsOfRoute]) => (
          <Card key={route} asChild className="min-w-0 p-4">
            <fieldset>
              <legend className="sr-only">Bags {route}</legend>
              <p aria-hidden className="font-bold first-letter:uppercase">
                {route}
              </p>
              {groupBags(bagsOfRoute, getNames).map(([names, bagsOfTravellers]) => (
                <div key={names} className="border-t border-line mt-3 grid gap-3 pt-3 first-of-type:border-0">
                  <p className="caption-text">{names}</p>
                  {bagsOfTravellers.map((bag) => (
                    <BagCounter
                      key={bag.id}
                      bag={bag}
                      label={`${formatBag(bag).slice(2)} for ${names}, ${route}`}
                      quantity={chosen.find(({ serviceId }) => serviceId === bag.id)?.quantity ?? 0}
                      onQuantityChange={(quantity) =>
                        onChange(
                          setBagQuantity(chosen, {
                            serviceId: bag.id,
                            passengerId: bag.passenger_ids[0] ?? '',
                            quantity,
                          }),
                        )
                      }
                    />
                  ))}
                </div>
              ))}
            </fieldset>
          </Card>
        ),
      )}
    </div>
  );
}

/** `Map.groupBy` is missing in browsers that are two years old. */
function groupBags(bags: readonly BagService[], toKey: (bag: BagService) => string) {
  const keys = [...new Set(bags.map(toKey))];
  return keys.map((key) => [key, bags.filter((bag) => toKey(bag) === key)] as const);
}

interface BagCounterProps {
  bag: BagService;
  label: string;
  quantity: number;
  onQuantityChange: (quantity: number) => void;
}

function BagCounter({ bag, label, quantity, onQuantityChange }: BagCounterProps) {
  const { max_quantity: limit, total_amount: amount, total_currency: currency } = bag;
  return (
    <Counter label={label} value={quantity} min={0} max={limit} onValueChange={onQuantityChange}>
      <span className="block first-letter:uppercase">{formatBag(bag).slice(2)}</span>
      <span className="caption-text">
        <span translate="no">{formatPrice(amount, currency)}</span>
        {limit > 1 ? ` each, up to ${limit}` : ', 1 at most'}
      </span>
    </Counter>
  );
}
