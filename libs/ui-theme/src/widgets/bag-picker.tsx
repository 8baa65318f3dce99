import {
  formatBag,
  formatBagRoute,
  type BagSelection,
  type BagService,
  type Slice,
} from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { Sentence } from '@fareline/ui-theme';
import { useState } from 'react';
import {
  alignQuantities,
  calculateBagsPrice,
  getLimit,
  getQuantity,
  groupBags,
  isEven,
  selectBags,
  setBagQuantity,
  type BagSharing,
} from './bag-groups.ts';
import { Checkbox } from './checkbox.tsx';
import { Counter } from './counter.tsx';

interface BagPickerProps {
  bags: readonly BagService[];
  slices: readonly Slice[];
  travellers: readonly { id: string; name: string }[];
  chosen: readonly BagSelection[];
  onChange: (chosen: BagSelection[]) => void;
}

const bothWays: BagSharing = { isBothWays: true, isSameForAll: false };
const sameForAll: BagSharing = { isBothWays: false, isSameForAll: true };
const all: BagSharing = { isBothWays: true, isSameForAll: true };
const each: BagSharing = { isBothWays: false, isSameForAll: false };

/** The bags with weight, price and limit, by way and traveller where these are to differ. (EXTRA-01) */
export function BagPicker({ bags, slices, travellers, chosen, onChange }: BagPickerProps) {
  const group = (sharing: BagSharing) => groupBags(bags, slices, sharing);
  const [sharing, setSharing] = useState(
    () => [all, bothWays, sameForAll].find((next) => isEven(group(next), chosen)) ?? each,
  );
  const share = (next: BagSharing) => {
    setSharing(next);
    onChange(alignQuantities(chosen, group(next)));
  };
  return (
    <>
      <div className="flex flex-wrap gap-x-6 empty:hidden">
        {group(bothWays).length < bags.length && (
          <Checkbox
            label="Both ways"
            checked={sharing.isBothWays}
            onCheckedChange={(checked) => share({ ...sharing, isBothWays: checked === true })}
          />
        )}
        {group(sameForAll).length < bags.length && (
          <Checkbox
            label="Same for all passengers"
            checked={sharing.isSameForAll}
            onCheckedChange={(checked) => share({ ...sharing, isSameForAll: checked === true })}
          />
        )}
      </div>
      {group(sharing).map((members) => (
        <BagCounter
          key={members[0]?.id}
          bags={members}
          owners={describeOwners(members, slices, travellers)}
          quantity={getQuantity(members, chosen)}
          onQuantityChange={(quantity) => onChange(setBagQuantity(chosen, members, quantity))}
        />
      ))}
    </>
  );
}

const listNames = new Intl.ListFormat('en-GB');

/** "Ada and Bo, both ways" */
function describeOwners(
  bags: readonly BagService[],
  slices: readonly Slice[],
  travellers: BagPickerProps['travellers'],
): string {
  const passengers = bags.flatMap(({ passenger_ids }) => passenger_ids);
  const names = travellers.flatMap(({ id, name }) => (passengers.includes(id) ? [name] : []));
  const getRoute = (services: readonly BagService[]) =>
    formatBagRoute(
      slices,
      services.flatMap(({ segment_ids }) => segment_ids),
    );
  const isBothWays = slices.length > 1 && getRoute(bags) !== getRoute(bags.slice(0, 1));
  return `${listNames.format(names)}, ${isBothWays ? 'both ways' : getRoute(bags)}`;
}

interface BagCounterProps {
  bags: readonly BagService[];
  owners: string;
  quantity: number;
  onQuantityChange: (quantity: number) => void;
}

function BagCounter({ bags, owners, quantity, onQuantityChange }: BagCounterProps) {
  const [bag] = bags;
  if (!bag) return null;
  const kind = formatBag(bag).slice(2);
  const limit = getLimit(bags);
  const amount = calculateBagsPrice({ bags, total_currency: bag.total_currency }, selectBags(bags, 1));
  const single = limit > 1 ? ` each, up to ${limit}` : ', 1 at most';
  return (
    <Counter
      label={`${kind} for ${owners}`}
      value={quantity}
      min={0}
      max={limit}
      onValueChange={onQuantityChange}
    >
      <span className="block first-letter:uppercase">{kind}</span>
      <span className="caption-text block">
        <Sentence>{owners}</Sentence>
      </span>
      <span className="caption-text">
        <span translate="no">{formatPrice(amount, bag.total_currency)}</span>
        {bags.length > 1 ? ` for ${bags.length} bags, up to ${limit} each` : single}
      </span>
    </Counter>
  );
}
